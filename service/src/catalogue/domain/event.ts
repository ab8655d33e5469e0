import { addMoney, type Money } from "#src/platform/domain/money.ts";
import { overallStatus, type SaleStatus, saleStatusOf } from "./sale-status.ts";
import type { Venue } from "./venue.ts";

/** The stored data of an event, its dates and their ticket types. */
export type EventFacts = {
  readonly id: number;
  readonly version: number;
  readonly account: { readonly id: number; readonly name: string };
  readonly venue: Venue;
  readonly venueConfiguration: { readonly id: number; readonly name: string };
  readonly name: string;
  readonly description: string;
  readonly abstractText: string;
  readonly htmlDescription: string;
  readonly heroImageUrl: string | undefined;
  /** Describes the picture to readers who do not see it. */
  readonly heroImageAlt: string | undefined;
  /** As the organiser words it, such as "16+" or "All ages". */
  readonly ageLimit: string | undefined;
  readonly refundPolicy: RefundPolicy | undefined;
  readonly externalTermsUrl: string | undefined;
  /** Whether buyers must accept the external terms before they pay. */
  readonly termsRequired: boolean;
  /** Whether the shop lets buyers in by turns, before they reserve. The shop does it; reservations here are not limited. */
  readonly waitingRoom: boolean;
  readonly landingPageUrl: string | undefined;
  /** The text of a mail after the event. */
  readonly followUpEmail: string | undefined;
  readonly tags: readonly string[];
  readonly qrType: "A" | "B";
  readonly published: boolean;
  readonly cancelled: boolean;
  /** The currency of all its prices. */
  readonly currency: string;
  readonly groups: readonly { readonly id: number; readonly name: string; readonly published: boolean }[];
  /** Whether it asks its buyers or their guests for more than the usual. */
  readonly hasQuestions: boolean;
  readonly dates: readonly EventDateFacts[];
};

export type EventDateFacts = {
  readonly id: number;
  readonly version: number;
  readonly venueConfiguration: { readonly id: number; readonly name: string };
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** When the doors open, at or before the start. */
  readonly doorsAt: Date | undefined;
  /** The start from before its last move, if it was moved after it was announced. */
  readonly previousStartsAt: Date | undefined;
  /** Whether the organiser set the end. Otherwise `endsAt` assumes a default length. */
  readonly hasSetEnd: boolean;
  readonly label: string | undefined;
  readonly dateGroup: string | undefined;
  readonly sortIdx: number;
  readonly cancelled: boolean;
  readonly ticketTypes: readonly TicketTypeFacts[];
};

export type TicketTypeFacts = {
  readonly id: number;
  readonly version: number;
  readonly section: { readonly id: number; readonly name: string };
  readonly name: string;
  readonly prefix: string;
  readonly description: string;
  readonly kind: "TICKETS" | "MERCHANDISE";
  readonly price: Money;
  readonly fee: Money;
  readonly maximumAllocation: number;
  /** Its maximum is its section's capacity. */
  readonly followsSection: boolean;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
  readonly onSaleFrom: Date | undefined;
  readonly onSaleTo: Date | undefined;
  readonly closed: boolean;
  readonly tags: readonly string[];
  readonly codeRequired: boolean;
  /** It is shown only with a code that reveals it. */
  readonly hidden: boolean;
  /** Whoever sees this view can buy it without another code: it was revealed, or is sold at the box office. */
  readonly isOpened?: boolean;
  readonly maximumScans: number;
  readonly oncePerDay: boolean;
  readonly sortIdx: number;
  /** The free places: the minimum of the section's and the ticket type's, without live reservations. */
  readonly free: number;
  /** The tickets in live reservations, which may become free again. */
  readonly reserved: number;
  /** The free places of the whole section on this date. */
  readonly sectionFree: number;
};

export type TicketType = TicketTypeFacts & { readonly saleStatus: SaleStatus };
export type EventDate = Omit<EventDateFacts, "ticketTypes"> & {
  readonly ticketTypes: readonly TicketType[];
  readonly saleStatus: SaleStatus;
  readonly isOver: boolean;
  readonly ticketsAvailable: number;
};

/** An event with its sale statuses at one instant. */
export type Event = Omit<EventFacts, "dates"> & {
  readonly dates: readonly EventDate[];
  readonly saleStatus: SaleStatus;
};

/** The date of a ticket, independent of later changes to the catalogue's visibility. */
export type TicketDate = {
  readonly id: number;
  readonly name: string;
  readonly startsAt: Date;
  /** Absent when the organiser set no end. */
  readonly endsAt?: Date;
  readonly doorsAt?: Date;
};

/** What buyers get back for tickets that they return by themselves. Without a policy they ask the organiser. */
export type RefundPolicy = {
  /** The last moment, in hours before the start of the ticket's date. */
  readonly untilHoursBefore: number;
  /** The part of the price paid that is returned, 0 to 100. */
  readonly percentage: number;
  /** Whether the booking fee is not returned. */
  readonly keepsFee: boolean;
};

/**
 * The sales of a ticket type so far. Revenue is without fees, in minor units. A saving on a line reduces its prices first
 * and its fees only after that, so revenue is never negative, and revenue plus the remaining fees is the amount paid.
 */
export type Figures = {
  readonly sold: number;
  readonly admitted: number;
  /** Refunded or returned tickets. `sold` and `admitted` exclude them; `revenueMinor` includes the amount kept of them. */
  readonly refunded: number;
  readonly revenueMinor: number;
};

/** All figures for users with MANAGE, `admitted` for users with SCAN, none for others. */
export type VisibleFigures = Partial<Figures>;

/** Returns whether a hidden ticket type is visible in this view. */
export type IsRevealed = (type: { readonly eventId: number; readonly ticketTypeId: number }) => boolean;

/** Returns the event without its hidden ticket types, except those that are revealed. */
export function withoutHidden(facts: EventFacts, isRevealed: IsRevealed = () => false): EventFacts {
  const seen = (type: TicketTypeFacts) => {
    if (!type.hidden) return [type];
    return isRevealed({ eventId: facts.id, ticketTypeId: type.id }) ? [{ ...type, isOpened: true }] : [];
  };
  return {
    ...facts,
    dates: facts.dates.map((date) => ({ ...date, ticketTypes: date.ticketTypes.flatMap(seen) })),
  };
}

/** Returns an event with its sale statuses at `now`. For the box office, sale windows and codes do not apply. */
export function eventAt(facts: EventFacts, now: Date, boxOffice = false): Event {
  const dates = facts.dates.map((date) => eventDateAt(facts, boxOffice ? withoutWindows(date) : date, now));
  return { ...facts, dates, saleStatus: statusOf(facts, dates) };
}

function withoutWindows(date: EventDateFacts): EventDateFacts {
  const free = { onSaleFrom: undefined, onSaleTo: undefined, codeRequired: false, isOpened: true };
  return { ...date, ticketTypes: date.ticketTypes.map((type) => ({ ...type, ...free })) };
}

function eventDateAt(event: EventFacts, date: EventDateFacts, now: Date): EventDate {
  const ticketTypes = date.ticketTypes.map((ticketType) => ({
    ...ticketType,
    // Fewer than an order must have are none for a buyer.
    free: ticketType.free < ticketType.minimumPerOrder ? 0 : ticketType.free,
    saleStatus: saleStatusOf(
      {
        published: event.published,
        cancelled: event.cancelled || date.cancelled,
        closed: ticketType.closed,
        onSaleFrom: ticketType.onSaleFrom,
        onSaleTo: ticketType.onSaleTo,
        endsAt: date.endsAt,
        free: ticketType.free,
        minimum: ticketType.minimumPerOrder,
      },
      now,
    ),
  }));
  const cancelled = event.cancelled || date.cancelled;
  return {
    ...date,
    cancelled,
    ticketTypes,
    saleStatus: cancelled ? "CANCELLED" : dateStatus(ticketTypes),
    isOver: date.endsAt <= now,
    ticketsAvailable: availableOver(withoutCode(ticketTypes)),
  };
}

/** Returns the status of a date for those without a code: a sale that only a code opens has not begun for them. */
function dateStatus(ticketTypes: readonly TicketType[]): SaleStatus {
  const open = withoutCode(ticketTypes);
  if (open.length > 0) return overallStatus(open.map(({ saleStatus }) => saleStatus));
  const status = overallStatus(admitting(ticketTypes).map(({ saleStatus }) => saleStatus));
  return status === "ON_SALE" ? "NOT_ON_SALE" : status;
}

/** Returns the tickets that can be bought without a code, whether they are on sale or not. */
function withoutCode<Type extends TicketTypeFacts>(types: readonly Type[]): readonly Type[] {
  return admitting(types).filter(({ codeRequired, hidden, isOpened = false }) => isOpened || !(codeRequired || hidden));
}

/** Returns the tickets on sale with a code on dates that are not on sale to everybody. Hidden ones stay a secret. */
function presaleOf(dates: readonly Pick<EventDate, "saleStatus" | "ticketTypes">[]): readonly TicketType[] {
  return dates
    .filter(({ saleStatus }) => saleStatus === "NOT_ON_SALE")
    .flatMap(({ ticketTypes }) => admitting(ticketTypes))
    .filter(({ saleStatus, codeRequired, hidden }) => saleStatus === "ON_SALE" && codeRequired && !hidden);
}

/** Returns whether tickets of a date that come back are offered to those who wait: it is sold out, and without a code an order fits. */
export function hasWaitingList({ saleStatus, ticketTypes }: EventDate): boolean {
  return saleStatus === "SOLD_OUT" && withoutCode(ticketTypes).some(isForWaiting);
}

function isForWaiting({ kind, saleStatus, maximumAllocation, minimumPerOrder }: TicketType): boolean {
  return kind === "TICKETS" && saleStatus === "SOLD_OUT" && maximumAllocation >= minimumPerOrder;
}

/** Returns the tickets, or everything when there are none. Merchandise affects neither the sale status nor the lowest price. */
function admitting<Type extends TicketTypeFacts>(types: readonly Type[]): readonly Type[] {
  const tickets = types.filter(({ kind }) => kind === "TICKETS");
  return tickets.length > 0 ? tickets : types;
}

/** Returns when sales open for a date that is not on sale yet: the earliest start among its ticket types, of those for everybody first. */
export function opensAt({ saleStatus, ticketTypes }: EventDate): Date | undefined {
  if (saleStatus !== "NOT_ON_SALE") return undefined;
  const open = withoutCode(ticketTypes);
  const [first] = (open.length > 0 ? open : admitting(ticketTypes))
    .flatMap((type) => (type.saleStatus === "NOT_ON_SALE" && type.onSaleFrom) || [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  return first;
}

function statusOf(event: EventFacts, dates: readonly EventDate[]): SaleStatus {
  if (event.cancelled) return "CANCELLED";
  return event.published ? overallStatus(dates.map(({ saleStatus }) => saleStatus)) : "NOT_ON_SALE";
}

/** Returns the free places over the sections: the minimum of the section's and the sum of its ticket types'. */
function availableOver(ticketTypes: readonly TicketTypeFacts[]): number {
  return [...Map.groupBy(ticketTypes, ({ section }) => section.id).values()]
    .map((types) => Math.min(types[0]?.sectionFree ?? 0, sumOf(types.map(({ free }) => free))))
    .reduce((sum, free) => sum + free, 0);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/**
 * Returns the lowest and highest price with fees of the ticket types on sale, or of all when none is. Ticket types that
 * need a code do not count. Where one ticket can be bought alone, a type of which an order needs several is not the lowest.
 */
export function priceRange({ dates }: Dated): PriceRange | undefined {
  const types = dates
    .flatMap(({ ticketTypes }) => admitting(ticketTypes))
    .filter(({ codeRequired, hidden }) => !codeRequired && !hidden);
  const onSale = types.filter(({ saleStatus }) => saleStatus === "ON_SALE");
  return rangeOf(onSale.length > 0 ? onSale : types);
}

/** Returns the lowest price of a presale: of what only a code opens, while nothing is on sale to everybody. */
export function presalePrice({ saleStatus, dates }: Dated & Pick<Event, "saleStatus">): Money | undefined {
  return saleStatus === "NOT_ON_SALE" ? rangeOf(presaleOf(dates))?.low : undefined;
}

type Dated = { readonly dates: readonly Pick<EventDate, "saleStatus" | "ticketTypes">[] };
type PriceRange = { readonly low: Money; readonly high: Money };

function rangeOf(offered: readonly TicketType[]): PriceRange | undefined {
  const alone = offered.filter(({ minimumPerOrder }) => minimumPerOrder <= 1);
  const [low] = pricesOf(alone.length > 0 ? alone : offered);
  const high = pricesOf(offered).at(-1);
  return low && high && { low, high };
}

/** Returns the prices with fees, the lowest first. */
function pricesOf(types: readonly TicketTypeFacts[]): readonly Money[] {
  return types.map(({ price, fee }) => addMoney(price, fee)).toSorted((a, b) => a.minor - b.minor);
}
