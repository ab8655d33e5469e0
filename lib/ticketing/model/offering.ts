import { addMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import type { EventSummary, SaleStatus } from "./event.ts";
import type { Discount } from "./pricing.ts";

/** What one Event has on sale to the public now, in display order. */
export type Offering = {
  readonly eventId: number;
  readonly groups: readonly OfferingGroup[];
  /** Discounts that apply without a code. */
  readonly discounts: readonly Discount[];
  /** These are the next dates; the Event has more than one page may read. */
  readonly isPart?: boolean;
};

/** Usually one EventDate. */
export type OfferingGroup = {
  readonly eventDateId: number;
  readonly name: string;
  readonly startsAt: string;
  /** Where it is shown in another zone than the venue's. */
  readonly timeZone?: string;
  /** Absent where the promoter set none. */
  readonly endsAt?: string;
  /** When the doors open. */
  readonly doors?: string;
  /** The announced start before the date was moved. */
  readonly previousStartsAt?: string;
  readonly saleStatus: SaleStatus;
  /** It is sold out, and the service keeps a waiting list. */
  readonly hasWaitingList?: boolean;
  readonly onSaleFrom?: string;
  readonly dateGroup?: string;
  /** The promoter's own label of the date: "Relaxed performance". */
  readonly label?: string;
  readonly pages: readonly OfferingPage[];
};

type OfferingPage = {
  readonly kind: "TICKETS" | "MERCHANDISE";
  readonly name: string;
  readonly items: readonly OfferingItem[];
};

export type OfferingItem =
  | { readonly kind: "TICKET"; readonly ticketType: TicketType }
  | { readonly kind: "COPY"; readonly text: string };

export function ticketTypesOf(group: Pick<OfferingGroup, "pages">): readonly TicketType[] {
  return group.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === "TICKET" ? [item.ticketType] : [])));
}

/**
 * Returns the lowest all-in price of the tickets that everyone can buy now, or of all where none is on sale, as the service
 * calculates that of a list. Tickets that need a code do not count, nor does merchandise.
 */
export function lowestPriceOf(groups: readonly Pick<OfferingGroup, "pages">[]): Money | undefined {
  const types = groups.flatMap(admitting).filter(({ codeRequired }) => !codeRequired);
  const onSale = types.filter(({ saleStatus }) => saleStatus === "ON_SALE");
  return forOneBuyer(onSale.length > 0 ? onSale : types)
    .map(allInPrice)
    .toSorted((one, other) => one.minor - other.minor)[0];
}

/** Returns the lowest all-in price with a code, while nothing is on sale to everybody. */
export function presalePriceOf(groups: readonly Pick<OfferingGroup, "saleStatus" | "pages">[]): Money | undefined {
  if (overallStatus(groups.map(({ saleStatus }) => saleStatus)) !== "NOT_ON_SALE") return undefined;
  const types = groups.filter(({ saleStatus }) => saleStatus === "NOT_ON_SALE").flatMap(admitting);
  return forOneBuyer(types.filter((type) => type.saleStatus === "ON_SALE" && needsCode(type)))
    .map(allInPrice)
    .toSorted((one, other) => one.minor - other.minor)[0];
}

/** The order in which statuses win: a date is not "sold out" while another sale is still to begin. */
const BY_PRIORITY = ["ON_SALE", "NOT_ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"] as const;

/** Returns the status of a date from its ticket types', or of an event from its dates'; `undefined` without any. */
function overallStatus(statuses: readonly SaleStatus[]): SaleStatus | undefined {
  return BY_PRIORITY.find((status) => statuses.includes(status));
}

/**
 * Returns the status of a date for those without a code, as its tickets tell where the service calls the date on sale: what only a
 * code opens is not on sale to them. A revealed ticket is: its code is known.
 */
export function statusForAll(stated: SaleStatus, group: Pick<OfferingGroup, "pages">): SaleStatus {
  if (stated !== "ON_SALE") return stated;
  const tickets = admitting(group);
  const types = tickets.length > 0 ? tickets : ticketTypesOf(group);
  const open = types.filter((type) => !needsCode(type));
  const status = overallStatus((open.length > 0 ? open : types).map(({ saleStatus }) => saleStatus)) ?? stated;
  return status === "ON_SALE" && open.length === 0 && types.length > 0 ? "NOT_ON_SALE" : status;
}

function needsCode({ codeRequired, revealed = false }: TicketType): boolean {
  return codeRequired && !revealed;
}

/**
 * Returns the status of an event from its own and its dates': a service may call it on sale while none of them is. Where only its
 * next dates are known, a later one may be on sale.
 */
export function statusWithDates(
  stated: SaleStatus,
  dates: readonly { readonly saleStatus: SaleStatus }[],
  isPart = false,
): SaleStatus {
  const isOfDates = stated === "ON_SALE" && !isPart;
  return (isOfDates && overallStatus(dates.map(({ saleStatus }) => saleStatus))) || stated;
}

/**
 * Returns an event with the lowest price of its offering, since the event itself does not say whether a price has its fee, and with
 * the status of its dates.
 */
export function asOffered<Offered extends Pick<EventSummary, "from" | "presale" | "saleStatus">>(
  event: Offered,
  { groups, isPart }: Pick<Offering, "groups" | "isPart"> = { groups: [] },
): Offered {
  const [from, presale] = [lowestPriceOf(groups), presalePriceOf(groups)];
  const saleStatus = statusWithDates(event.saleStatus, groups, isPart);
  return { ...event, saleStatus, ...(from && { from }), ...(presale && { presale }) };
}

function admitting({ pages }: Pick<OfferingGroup, "pages">): readonly TicketType[] {
  return ticketTypesOf({ pages: pages.filter(({ kind }) => kind === "TICKETS") });
}

/** Returns the types of which one ticket can be bought alone, or all where there is none: "From" is a price that one buyer can pay. */
export function forOneBuyer<Type extends Pick<TicketType, "minimum">>(types: readonly Type[]): readonly Type[] {
  const alone = types.filter(({ minimum }) => minimum <= 1);
  return alone.length > 0 ? alone : types;
}

/** Returns whether every ticket costs nothing, so that there is no money to return. */
export function isFree({ groups }: Pick<Offering, "groups">): boolean {
  const types = groups.flatMap(ticketTypesOf);
  return types.length > 0 && types.every((type) => isZero(allInPrice(type)));
}

/** Returns the ids of the ticket types that are merchandise. They have no section. */
export function merchandiseIds({ groups }: Pick<Offering, "groups">): ReadonlySet<number> {
  const pages = groups.map((group) => ({ ...group, pages: group.pages.filter(({ kind }) => kind === "MERCHANDISE") }));
  return new Set(pages.flatMap(ticketTypesOf).map(({ id }) => id));
}

/** A part of the Venue with its own capacity. */
type VenueSection = { readonly id: number; readonly name: string };

/** A price and a fee, for one EventDate in one VenueSection. */
export type TicketType = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly section: VenueSection;
  readonly price: Money;
  readonly fee: Money;
  readonly saleStatus: SaleStatus;
  readonly onSaleFrom?: string;
  readonly onSaleTo?: string;
  /** Absent when the service does not return it. */
  readonly available?: number;
  /** Unavailable tickets that are in reservations and may come back. */
  readonly held?: number;
  readonly minimum: number;
  /** Absent when the service does not state a limit per order. */
  readonly maximum?: number;
  readonly codeRequired: boolean;
  /** Visible only with a code, which the Reservation must name as well. */
  readonly revealed?: boolean;
};

/** Returns the price with the fee. It is the only price shown: nothing is added later. */
export function allInPrice({ price, fee }: Pick<TicketType, "price" | "fee">): Money {
  return addMoney(price, fee);
}

type Sellable = Pick<TicketType, "saleStatus" | "minimum"> & { readonly maximum: number; readonly left: number };

/** Returns how many tickets of a type one order can have, with a code that it needs; 0 where that is below the minimum. */
export function mostPerOrder({ saleStatus, minimum, maximum, left }: Sellable): number {
  const most = Math.min(maximum, left);
  return saleStatus !== "ON_SALE" || most < minimum ? 0 : most;
}

/** Returns whether whoever has a code may buy tickets of a date, although it is not on sale to everybody. */
export function sellsWithCode(saleStatus: SaleStatus, types: readonly Sellable[]): boolean {
  return saleStatus !== "ON_SALE" && types.some((type) => mostPerOrder(type) > 0);
}

/** At most this many tickets left are shown as a number. */
export const FEW_LEFT_MAX = 10;

export function fewLeft({ available, saleStatus }: Pick<TicketType, "available" | "saleStatus">): number | undefined {
  return saleStatus === "ON_SALE" && available !== undefined && available > 0 && available <= FEW_LEFT_MAX
    ? available
    : undefined;
}
