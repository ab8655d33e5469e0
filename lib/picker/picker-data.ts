import type { SaleStatus } from "#lib/domain/catalogue/event.ts";
import type { Money } from "#lib/domain/money/money.ts";

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
  /** How many more the order may have, after a refusal over the limit: the cart may have some already. */
  readonly room?: number;
  readonly codeRequired: boolean;
};

/** Up to this many dates are a row of tiles; more are a row that scrolls, and months that open. */
export const ROW_MAX = 4;

/** Up to this many dates travel with the form and stand in the page without script; more have a page each. */
export const SHORT_MAX = 7;

/** How many of each ticket type are chosen. */
export type Quantities = Readonly<Record<number, number>>;

/** What is chosen so far. `code` is what stands in the code box. */
export type Choice = { readonly dateId: number; readonly quantities: Quantities; readonly code: string };

/** Returns the date with each of its tickets changed, and the texts between them as they are. */
export function withTickets(date: PickerDate, change: (ticket: PickerTicket) => PickerTicket): PickerDate {
  const changed = (items: readonly PickerItem[]) =>
    items.map((item) => (typeof item === "string" ? item : change(item)));
  return {
    ...date,
    sections: date.sections.map(({ name, items }) => ({ name, items: changed(items) })),
    merchandise: changed(date.merchandise),
  };
}

export function ticketsOf({ sections, merchandise }: PickerDate): readonly PickerTicket[] {
  return [...sections.flatMap(({ items }) => items), ...merchandise].filter((item) => typeof item !== "string");
}

/** How many can be chosen now: the limit per order, or what is left; nothing where that is less than one must take. */
export function mostOf(ticket: PickerTicket, hasCode: boolean): number {
  const { status, minimum, maximum, left = maximum, room = maximum, codeRequired } = ticket;
  if (status !== "ON_SALE" || (codeRequired && !hasCode)) return 0;
  const most = Math.min(maximum, left, room);
  return most < minimum ? 0 : most;
}

/** Returns the lowest all-in price that can be bought on this date, or `undefined` when nothing can. */
export function lowestPrice(date: PickerDate): Money | undefined {
  const prices = ticketsOf({ ...date, merchandise: [] }).flatMap((ticket) =>
    mostOf(ticket, false) > 0 ? [ticket.price] : [],
  );
  return prices.toSorted((a, b) => a.minor - b.minor)[0];
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
