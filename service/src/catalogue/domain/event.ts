import { addMoney, type Money } from "#src/platform/domain/money.ts";
import { overallStatus, type SaleStatus, saleStatusOf } from "./sale-status.ts";
import type { Venue } from "./venue.ts";

/** What is written down about an event, its dates and their ticket types. */
export type EventFacts = {
  readonly id: number;
  readonly account: { readonly id: number; readonly name: string };
  readonly venue: Venue;
  readonly venueConfiguration: { readonly id: number; readonly name: string };
  readonly name: string;
  readonly description: string;
  readonly abstractText: string;
  readonly htmlDescription: string;
  readonly heroImageUrl: string | undefined;
  readonly externalTermsUrl: string | undefined;
  /** Whether nobody pays without having accepted them. */
  readonly termsRequired: boolean;
  readonly landingPageUrl: string | undefined;
  readonly tags: readonly string[];
  readonly qrType: "A" | "B";
  readonly published: boolean;
  readonly cancelled: boolean;
  /** All its prices are in this one. */
  readonly currency: string;
  readonly groups: readonly { readonly id: number; readonly name: string; readonly published: boolean }[];
  readonly dates: readonly EventDateFacts[];
};

export type EventDateFacts = {
  readonly id: number;
  readonly venueConfiguration: { readonly id: number; readonly name: string };
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Whether the promoter said when it ends; otherwise a usual length was taken. */
  readonly endIsStated: boolean;
  readonly label: string | undefined;
  readonly dateGroup: string | undefined;
  readonly sortIdx: number;
  readonly cancelled: boolean;
  readonly ticketTypes: readonly TicketTypeFacts[];
};

export type TicketTypeFacts = {
  readonly id: number;
  readonly section: { readonly id: number; readonly name: string };
  readonly name: string;
  readonly prefix: string;
  readonly description: string;
  readonly kind: "TICKETS" | "MERCHANDISE";
  readonly price: Money;
  readonly fee: Money;
  readonly maximumAllocation: number;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
  readonly onSaleFrom: Date | undefined;
  readonly onSaleTo: Date | undefined;
  readonly closed: boolean;
  readonly tags: readonly string[];
  readonly codeRequired: boolean;
  /** Nobody sees it without a code that reveals it. */
  readonly hidden: boolean;
  readonly maximumScans: number;
  readonly oncePerDay: boolean;
  readonly sortIdx: number;
  /** The smaller of what the section and the ticket type have free, live reservations left out. */
  readonly free: number;
  /** How many of those not free are in live reservations, and may come back. */
  readonly held: number;
  /** What the whole section still has on this date. */
  readonly sectionFree: number;
};

export type TicketType = TicketTypeFacts & { readonly saleStatus: SaleStatus };
export type EventDate = Omit<EventDateFacts, "ticketTypes"> & {
  readonly ticketTypes: readonly TicketType[];
  readonly saleStatus: SaleStatus;
  readonly isOver: boolean;
  readonly ticketsAvailable: number;
};

/** An event as it stands at one instant. */
export type Event = Omit<EventFacts, "dates"> & {
  readonly dates: readonly EventDate[];
  readonly saleStatus: SaleStatus;
};

/** What a ticket says of its date, whatever the catalogue shows by then. */
export type TicketDate = {
  readonly id: number;
  readonly name: string;
  readonly startsAt: Date;
  /** Absent where nobody has said when it is over. */
  readonly endsAt?: Date;
};

/** Whether somebody may see a hidden ticket type. */
export type IsRevealed = (type: { readonly eventId: number; readonly ticketTypeId: number }) => boolean;

/** Returns the event without its hidden ticket types, save those that are revealed. */
export function withoutHidden(facts: EventFacts, isRevealed: IsRevealed = () => false): EventFacts {
  const isSeen = ({ id: ticketTypeId, hidden }: TicketTypeFacts) =>
    !hidden || isRevealed({ eventId: facts.id, ticketTypeId });
  return {
    ...facts,
    dates: facts.dates.map((date) => ({ ...date, ticketTypes: date.ticketTypes.filter(isSeen) })),
  };
}

/** Windows and codes do not bind whoever sells at the box office, so there the event stands otherwise. */
export function eventAt(facts: EventFacts, now: Date, boxOffice = false): Event {
  const dates = facts.dates.map((date) => eventDateAt(facts, boxOffice ? unbound(date) : date, now));
  return { ...facts, dates, saleStatus: statusOf(facts, dates) };
}

function unbound(date: EventDateFacts): EventDateFacts {
  const free = { onSaleFrom: undefined, onSaleTo: undefined, codeRequired: false };
  return { ...date, ticketTypes: date.ticketTypes.map((type) => ({ ...type, ...free })) };
}

function eventDateAt(event: EventFacts, date: EventDateFacts, now: Date): EventDate {
  const ticketTypes = date.ticketTypes.map((ticketType) => ({
    ...ticketType,
    saleStatus: saleStatusOf(
      {
        published: event.published,
        cancelled: event.cancelled || date.cancelled,
        closed: ticketType.closed,
        onSaleFrom: ticketType.onSaleFrom,
        onSaleTo: ticketType.onSaleTo,
        endsAt: date.endsAt,
        free: ticketType.free,
      },
      now,
    ),
  }));
  const cancelled = event.cancelled || date.cancelled;
  return {
    ...date,
    cancelled,
    ticketTypes,
    saleStatus: cancelled ? "CANCELLED" : overallStatus(admitting(ticketTypes).map(({ saleStatus }) => saleStatus)),
    isOver: date.endsAt <= now,
    ticketsAvailable: availableOver(admitting(ticketTypes)),
  };
}

/** What lets somebody in: a scarf left over neither keeps a date on sale nor is the price that it starts from. */
function admitting<Type extends TicketTypeFacts>(types: readonly Type[]): readonly Type[] {
  const tickets = types.filter(({ kind }) => kind === "TICKETS");
  return tickets.length > 0 ? tickets : types;
}

/** When the sale of a date begins that sells nothing yet: the first moment in which somebody can buy their way in. */
export function opensAt({ saleStatus, ticketTypes }: EventDate): Date | undefined {
  if (saleStatus !== "NOT_ON_SALE") return undefined;
  const [first] = admitting(ticketTypes)
    .flatMap((type) => (type.saleStatus === "NOT_ON_SALE" && type.onSaleFrom) || [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  return first;
}

function statusOf(event: EventFacts, dates: readonly EventDate[]): SaleStatus {
  if (event.cancelled) return "CANCELLED";
  return event.published ? overallStatus(dates.map(({ saleStatus }) => saleStatus)) : "NOT_ON_SALE";
}

/** Over the sections: the smaller of what the section and its ticket types together have free. */
function availableOver(ticketTypes: readonly TicketTypeFacts[]): number {
  return [...Map.groupBy(ticketTypes, ({ section }) => section.id).values()]
    .map((types) => Math.min(types[0]?.sectionFree ?? 0, sumOf(types.map(({ free }) => free))))
    .reduce((sum, free) => sum + free, 0);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/**
 * The lowest and highest all-in price: of what is on sale; before and after the sale, of what will be or was.
 * Nobody is shown a price that needs a code.
 */
export function priceRange({
  dates,
}: {
  readonly dates: readonly Pick<EventDate, "ticketTypes">[];
}): { readonly low: Money; readonly high: Money } | undefined {
  const types = dates
    .flatMap(({ ticketTypes }) => admitting(ticketTypes))
    .filter(({ codeRequired, hidden }) => !codeRequired && !hidden);
  const onSale = types.filter(({ saleStatus }) => saleStatus === "ON_SALE");
  const prices = (onSale.length > 0 ? onSale : types)
    .map(({ price, fee }) => addMoney(price, fee))
    .toSorted((a, b) => a.minor - b.minor);
  const [low] = prices;
  const high = prices.at(-1);
  return low && high && { low, high };
}
