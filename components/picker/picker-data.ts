import type { SaleStatus } from "#lib/domain/event.ts";
import type { Money } from "#lib/domain/money.ts";

/** What somebody chooses from. Times and notes are words already. */
export type PickerData = {
  readonly eventId: number;
  readonly locale: string;
  /** The language as its dates are written. */
  readonly language: string;
  /** "(Wellington time)" */
  readonly placeTime: string;
  readonly timeZone: string;
  /** What comes off by itself, in words. */
  readonly offers: readonly string[];
  readonly dates: readonly [PickerDate, ...PickerDate[]];
};

export type PickerDate = {
  readonly id: number;
  /** ISO 8601 with the venue's offset, so that its first ten characters are the venue's day. */
  readonly startsAt: string;
  readonly day: string;
  readonly time: string;
  readonly status: SaleStatus;
  /** When the sale starts, in words. */
  readonly onSaleFrom?: string;
  readonly dateGroup?: string;
  readonly label?: string;
  /** What the promoter says before the first ticket. */
  readonly notes: readonly string[];
  readonly sections: readonly PickerSection[];
  /** What is sold beside tickets. */
  readonly merchandise: readonly PickerItem[];
};

export type PickerSection = { readonly name: string; readonly items: readonly PickerItem[] };

/** A ticket type, or the promoter's own words between two of them. */
export type PickerItem = PickerTicket | string;

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

/** Up to this many dates stand there at once; more are a calendar that unfolds, so that the tickets stay in sight. */
export const SHORT_MAX = 7;

/** How many of each ticket type are chosen. */
export type Quantities = Readonly<Record<number, number>>;

/** What is chosen so far. `code` is what stands in the code box. */
export type Choice = { readonly dateId: number; readonly quantities: Quantities; readonly code: string };

export function ticketsOf({ sections, merchandise }: PickerDate): readonly PickerTicket[] {
  return [...sections.flatMap(({ items }) => items), ...merchandise].filter((item) => typeof item !== "string");
}

/** How many can be chosen now: the limit per order, or what is left; nothing where that is less than one must take. */
export function mostOf({ status, left, minimum, maximum, codeRequired }: PickerTicket, hasCode: boolean): number {
  if (status !== "ON_SALE" || (codeRequired && !hasCode)) return 0;
  const most = Math.min(maximum, left ?? maximum);
  return most < minimum ? 0 : most;
}

/** How many of one ticket type an order may have at most. What is sold beside tickets says its own limit. */
export function greatestLimit({ sections }: PickerDate): number | undefined {
  const items = sections.flatMap(({ items }) => items);
  const limits = items.flatMap((item) => (typeof item !== "string" && item.status === "ON_SALE" ? item.maximum : []));
  return limits.length === 0 ? undefined : Math.max(...limits);
}

export function canBeChosen({ status }: PickerDate): boolean {
  return status === "ON_SALE" || status === "NOT_ON_SALE";
}

/** The date that is shown first: the first one that can still be bought. */
export function firstOnSale(dates: PickerData["dates"]): PickerDate {
  return (
    dates.find(({ status }) => status === "ON_SALE") ?? dates.find((date) => ticketsOf(date).length > 0) ?? dates[0]
  );
}

/** To another date the choice goes along, by the names of ticket type and section. */
export function carryOver(quantities: Quantities, from: PickerDate, to: PickerDate): Quantities {
  const named = ({ sections, merchandise }: PickerDate) =>
    [...sections, { name: "", items: merchandise }].flatMap(({ name, items }) =>
      items.flatMap((item) => (typeof item === "string" ? [] : [[`${name}\n${item.name}`, item] as const])),
    );
  const targets = new Map(named(to));
  return Object.fromEntries(
    named(from).flatMap(([name, { id }]) => {
      const target = targets.get(name);
      const quantity = Math.min(quantities[id] ?? 0, target === undefined ? 0 : mostOf(target, true));
      return target && quantity > 0 ? [[target.id, Math.max(quantity, target.minimum)]] : [];
    }),
  );
}
