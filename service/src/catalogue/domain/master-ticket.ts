import type { Money } from "#src/platform/domain/money.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";

/** What a prototype says of the ticket types that are linked to it. */
export type MasterTerms = {
  readonly name: string;
  readonly price: Money;
  readonly fee: Money;
  /** Absent: as many as the section has. */
  readonly maximumAllocation: number | undefined;
  readonly onSaleFrom: Date | undefined;
  readonly onSaleTo: Date | undefined;
};

/** A prototype ticket type of one event. */
export type MasterTicket = MasterTerms & {
  readonly id: number;
  readonly event: { readonly id: number; readonly name: string };
  readonly timeZone: string;
};

/** A ticket type that follows a prototype, with how many of it are sold or held. */
export type LinkedTicketType = {
  readonly id: number;
  readonly name: string;
  readonly eventDate: { readonly id: number; readonly name: string };
  readonly taken: number;
  readonly terms: MasterTerms;
};

/** What is named is changed, in the prototype and in every linked ticket type; the rest stays as each has it. */
export type MasterChange = { readonly [Field in keyof MasterTerms]?: MasterTerms[Field] | null | undefined };

/** One ticket type before and after. */
export type Followed = {
  readonly type: LinkedTicketType;
  readonly before: MasterTerms;
  readonly after: MasterTerms;
};

/** A ticket type that cannot follow, which stops all of them. */
export type CannotFollow = {
  readonly type: LinkedTicketType;
  readonly refusal: "more_are_taken" | "ends_before_it_starts";
  readonly path: "maximumAllocation" | "onSaleTo";
};

/** What the change would do to each ticket type that it would do anything to; or every one that cannot follow. */
export function follow(
  types: readonly LinkedTicketType[],
  change: MasterChange,
): Outcome<{ readonly followed: readonly Followed[] }, { readonly failed: readonly CannotFollow[] }> {
  const all = types.map((type) => ({ type, before: type.terms, after: withChange(type.terms, change) }));
  const failed = all.flatMap(whyNot);
  if (failed.length > 0) return { ok: false, failed };
  return { ok: true, followed: all.filter(({ before, after }) => !isSame(before, after)) };
}

/** The terms with what is named put in their place; `null` takes a limit away. */
export function withChange(terms: MasterTerms, change: MasterChange): MasterTerms {
  const {
    maximumAllocation = terms.maximumAllocation,
    onSaleFrom = terms.onSaleFrom,
    onSaleTo = terms.onSaleTo,
  } = change;
  return {
    name: change.name ?? terms.name,
    price: change.price ?? terms.price,
    fee: change.fee ?? terms.fee,
    maximumAllocation: maximumAllocation ?? undefined,
    onSaleFrom: onSaleFrom ?? undefined,
    onSaleTo: onSaleTo ?? undefined,
  };
}

export function endsTooSoon({ onSaleFrom, onSaleTo }: MasterTerms): boolean {
  return onSaleFrom !== undefined && onSaleTo !== undefined && onSaleTo <= onSaleFrom;
}

function whyNot({ type, after }: Followed): readonly CannotFollow[] {
  const tooFew = after.maximumAllocation !== undefined && after.maximumAllocation < type.taken;
  return [
    ...(tooFew ? [{ type, refusal: "more_are_taken" as const, path: "maximumAllocation" as const }] : []),
    ...(endsTooSoon(after) ? [{ type, refusal: "ends_before_it_starts" as const, path: "onSaleTo" as const }] : []),
  ];
}

function isSame(a: MasterTerms, b: MasterTerms): boolean {
  const facts = ({ name, price, fee, maximumAllocation, onSaleFrom, onSaleTo }: MasterTerms) =>
    JSON.stringify([name, price.minor, fee.minor, maximumAllocation, onSaleFrom, onSaleTo]);
  return facts(a) === facts(b);
}
