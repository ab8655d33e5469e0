import type { Money } from "#src/platform/domain/money.ts";
import type { ChangeOf, Outcome } from "#src/platform/domain/outcome.ts";

/** The terms that a prototype gives to the ticket types that follow it. */
export type MasterTerms = {
  readonly name: string;
  readonly price: Money;
  readonly fee: Money;
  /** `undefined`: the section's capacity. */
  readonly maximumAllocation: number | undefined;
  readonly onSaleFrom: Date | undefined;
  readonly onSaleTo: Date | undefined;
};

/** A prototype ticket type of one event. */
export type MasterTicket = MasterTerms & {
  readonly id: number;
  readonly version: number;
  readonly event: { readonly id: number; readonly name: string };
  readonly timeZone: string;
};

/** A ticket type that follows a prototype, with the number sold or reserved. */
export type LinkedTicketType = {
  readonly id: number;
  readonly name: string;
  readonly eventDate: { readonly id: number; readonly name: string };
  readonly taken: number;
  readonly terms: MasterTerms;
};

/** Named fields change in the prototype and in every linked ticket type. The others stay. */
type MasterChange = ChangeOf<MasterTerms>;

/** One ticket type before and after. */
export type Followed = {
  readonly type: LinkedTicketType;
  readonly before: MasterTerms;
  readonly after: MasterTerms;
};

/** A ticket type that cannot follow the change. Then none does. */
export type CannotFollow = {
  readonly type: LinkedTicketType;
  readonly refusal: "more_are_taken" | "ends_before_it_starts";
  readonly path: "maximumAllocation" | "onSaleTo";
};

/** Returns the ticket types that the change affects, before and after, or all that cannot follow it. */
export function follow(
  types: readonly LinkedTicketType[],
  change: MasterChange,
): Outcome<{ readonly followed: readonly Followed[] }, { readonly failed: readonly CannotFollow[] }> {
  const all = types.map((type) => ({ type, before: type.terms, after: withChange(type.terms, change) }));
  const failed = all.flatMap(whyNot);
  if (failed.length > 0) return { ok: false, failed };
  return { ok: true, followed: all.filter(({ before, after }) => !isSame(before, after)) };
}

/** Returns the terms with the named fields replaced. `null` removes a limit. */
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
