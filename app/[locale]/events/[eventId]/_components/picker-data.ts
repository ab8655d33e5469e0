import type { wordsOf } from "#i18n/words.ts";
import type { SaleStatus } from "#lib/domain/event.ts";
import type { Money } from "#lib/domain/money.ts";

/** What the browser needs to let somebody choose, and no more. Times and notes are words already. */
export type PickerData = {
  readonly eventId: number;
  readonly locale: string;
  /** "(Wellington time)" */
  readonly placeTime: string;
  readonly dates: readonly [PickerDate, ...PickerDate[]];
};

export type PickerDate = {
  readonly id: number;
  readonly day: string;
  readonly time: string;
  readonly month: string;
  readonly status: SaleStatus;
  /** When the sale starts, in words. */
  readonly onSaleFrom?: string;
  readonly notes: readonly string[];
  readonly sections: readonly PickerSection[];
};

export type PickerSection = { readonly name: string; readonly tickets: readonly PickerTicket[] };

export type PickerTicket = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** All-in; `ticket` and `fee` are its parts. */
  readonly price: Money;
  readonly ticket: Money;
  readonly fee: Money;
  readonly status: SaleStatus;
  readonly onSaleFrom?: string;
  readonly left?: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly codeRequired: boolean;
};

export type PickerWords = ReturnType<typeof wordsOf>["Event"]["picker"];

/** How many of each ticket type are chosen. */
export type Quantities = Readonly<Record<number, number>>;

export function ticketsOf({ sections }: PickerDate): readonly PickerTicket[] {
  return sections.flatMap(({ tickets }) => tickets);
}

/** How many can be chosen now: the limit per order, or what is left. */
export function mostOf({ status, left, maximum, codeRequired }: PickerTicket, hasCode: boolean): number {
  if (status !== "ON_SALE" || (codeRequired && !hasCode)) return 0;
  return Math.min(maximum, left ?? maximum);
}

/** The date that is shown first: the first one that can still be bought. */
export function firstOnSale(dates: PickerData["dates"]): PickerDate {
  return dates.find(({ status }) => status === "ON_SALE") ?? dates[0];
}

/** To another date the choice goes along, by the names of ticket type and section. */
export function carryOver(quantities: Quantities, from: PickerDate, to: PickerDate): Quantities {
  const named = (date: PickerDate) =>
    date.sections.flatMap(({ name, tickets }) => tickets.map((ticket) => [`${name}\n${ticket.name}`, ticket] as const));
  const targets = new Map(named(to));
  return Object.fromEntries(
    named(from).flatMap(([name, { id }]) => {
      const target = targets.get(name);
      const quantity = quantities[id] ?? 0;
      return target && quantity > 0 ? [[target.id, Math.min(quantity, mostOf(target, true))]] : [];
    }),
  );
}
