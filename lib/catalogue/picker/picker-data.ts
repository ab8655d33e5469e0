import { inSection } from "#lib/i18n/words.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { forOneBuyer, mostPerOrder, sellsWithCode } from "#lib/ticketing/model/offering.ts";

/** The data of the picker. Times and notes are already texts. */
export type PickerData = {
  readonly eventId: number;
  readonly locale: string;
  /** The language tag for dates. */
  readonly language: string;
  /** "Wellington", in whose time all dates are. */
  readonly place: string;
  readonly timeZone: string;
  /** When the service answered it, ISO 8601. */
  readonly readAt: string;
  /** Discounts without a code, as texts. */
  readonly offers: readonly string[];
  readonly dates: readonly [PickerDate, ...PickerDate[]];
};

export type PickerDate = {
  readonly id: number;
  /** ISO 8601 with the venue's offset: its first ten characters are the day at the venue. */
  readonly startsAt: string;
  readonly day: string;
  readonly time: string;
  /** "10:00 pm", with its day where that is a later one; absent where the promoter set no end. */
  readonly end?: string;
  readonly status: SaleStatus;
  /** The sale start, as a text. */
  readonly onSaleFrom?: string;
  readonly dateGroup?: string;
  readonly label?: string;
  /** The promoter's texts before the first ticket. */
  readonly notes: readonly string[];
  readonly sections: readonly PickerSection[];
  readonly merchandise: readonly PickerItem[];
};

export type PickerSection = { readonly name: string; readonly items: readonly PickerItem[] };

/** A ticket type, or a text of the promoter's between two of them. */
export type PickerItem = PickerTicket | string;

export type PickerTicket = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** What the buyer pays: the price with the fee. */
  readonly allIn: Money;
  readonly price: Money;
  readonly fee: Money;
  readonly status: SaleStatus;
  readonly onSaleFrom?: string;
  readonly left?: number;
  readonly minimum: number;
  /** How many can be chosen at most. */
  readonly maximum: number;
  /** The service states no limit per order: the maximum is the shop's own, and no rule of the seller. */
  readonly hasNoLimit?: boolean;
  /** Set after a refusal over the limit: how many more the order may have. The cart may already have some. */
  readonly remaining?: number;
  readonly codeRequired: boolean;
};

/** Up to this many dates are shown as one row of tiles; more as a scrolling row, and by month. */
export const ROW_MAX = 4;

/** Without a script, up to this many dates are choices in the page's form; more dates have a page each. */
export const SHORT_MAX = 7;

/** The quantity of each ticket type. */
export type Quantities = Readonly<Record<number, number>>;

/** The present choice. `code` is the text of the code field. */
export type Choice = {
  /** Absent until a date is chosen. */
  readonly dateId?: number | undefined;
  readonly quantities: Quantities;
  readonly code: string;
  /** It was reserved from this tab, and the cart had tickets of the event when the page was opened. */
  readonly isInCart?: boolean;
};

/** Returns the date with `change` applied to each ticket. */
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

/** Returns how many can be chosen now: the limit per order, or the number left; 0 where that is below the minimum. */
export function selectableMaximum(ticket: PickerTicket, hasCode: boolean): number {
  return ticket.codeRequired && !hasCode ? 0 : mostPerOrder(sellable(ticket));
}

function sellable({ status, minimum, maximum, left = maximum, remaining = maximum }: PickerTicket) {
  return { saleStatus: status, minimum, maximum: Math.min(maximum, remaining), left };
}

/** Returns the lowest all-in price that can be bought on this date, or `undefined` when nothing can. */
export function lowestPrice(date: PickerDate): Money | undefined {
  const tickets = ticketsOf({ ...date, merchandise: [] }).filter((ticket) => selectableMaximum(ticket, false) > 0);
  return forOneBuyer(tickets)
    .map(({ allIn }) => allIn)
    .toSorted((a, b) => a.minor - b.minor)[0];
}

/** Returns the lowest all-in price of some dates. */
export function lowestPriceAmong(dates: readonly PickerDate[]): Money | undefined {
  return dates.flatMap((date) => lowestPrice(date) ?? []).toSorted((a, b) => a.minor - b.minor)[0];
}

/**
 * Returns the largest limit per order of a ticket type that can be bought; `undefined` where a type has none. Merchandise shows its own
 * limit.
 */
export function greatestLimit(date: PickerDate, hasCode: boolean): number | undefined {
  const types = ticketsOf({ ...date, merchandise: [] }).filter((type) => selectableMaximum(type, hasCode) > 0);
  return types.length === 0 || types.some(({ hasNoLimit }) => hasNoLimit)
    ? undefined
    : Math.max(...types.map(({ maximum }) => maximum));
}

/** Returns the name of a ticket type, with its section where another section of the date has one of that name. */
export function nameIn({ sections }: Pick<PickerDate, "sections">, ticket: PickerTicket, locale: string): string {
  const having = sections.filter(({ items }) =>
    items.some((item) => typeof item !== "string" && item.name === ticket.name),
  );
  const own =
    having.length > 1 &&
    having.find(({ items }) => items.some((item) => typeof item !== "string" && item.id === ticket.id));
  return own ? inSection(ticket.name, own.name, locale) : ticket.name;
}

export function canBeChosen(date: PickerDate): boolean {
  return isForAll(date) || isSoldByCode(date);
}

/** Returns whether a date is on sale to everybody, or will be. */
export function isForAll({ status }: PickerDate): boolean {
  return status === "ON_SALE" || status === "NOT_ON_SALE";
}

/** Returns whether whoever has a code may buy tickets of a date, although it is not on sale to everybody. */
export function isSoldByCode(date: PickerDate): boolean {
  return sellsWithCode(date.status, ticketsOf(date).map(sellable));
}

/** Returns the date that nobody has to choose: the only one. Of several none is chosen for the buyer. */
export function soleDate([first, ...others]: readonly [PickerDate, ...PickerDate[]]): PickerDate | undefined {
  return others.length === 0 ? first : undefined;
}

/** Returns the date at which a row of dates or a calendar begins: the first that can be bought. */
export function firstOnSale(dates: PickerData["dates"]): PickerDate {
  return (
    dates.find(({ status }) => status === "ON_SALE") ??
    dates.find(isSoldByCode) ??
    dates.find((date) => ticketsOf(date).length > 0) ??
    dates[0]
  );
}

/** Returns the quantities for another date, matched by the names of section and ticket type. */
export function carryOver(quantities: Quantities, from: PickerDate, to: PickerDate): Quantities {
  const named = ({ sections, merchandise }: PickerDate) =>
    [...sections, { name: "", items: merchandise }].flatMap(({ name, items }) =>
      items.flatMap((item) => (typeof item === "string" ? [] : [[`${name}\n${item.name}`, item] as const])),
    );
  const targets = new Map(named(to));
  return Object.fromEntries(
    named(from).flatMap(([name, { id }]) => {
      const target = targets.get(name);
      const quantity = Math.min(quantities[id] ?? 0, target === undefined ? 0 : selectableMaximum(target, true));
      return target && quantity > 0 ? [[target.id, Math.max(quantity, target.minimum)]] : [];
    }),
  );
}
