import { availableOver, type EventDateFacts, type EventFacts, type Figures, type TicketTypeFacts } from "./event.ts";

/** The figures by the id of their ticket type. A ticket type that is not there has sold nothing. */
export type FiguresOfTypes = ReadonlyMap<number, Figures>;

/** The figures of some dates, with the places that live reservations have and those that are left to sell. */
type DateFigures = Figures & { readonly reserved: number; readonly left: number };

export function sumOfFigures(all: readonly Figures[]): Figures {
  const sumOf = (figure: keyof Figures) => all.reduce((sum, figures) => sum + figures[figure], 0);
  return {
    sold: sumOf("sold"),
    admitted: sumOf("admitted"),
    refunded: sumOf("refunded"),
    revenueMinor: sumOf("revenueMinor"),
  };
}

/** Some dates of an event. */
export type CountedDates = {
  readonly event: Pick<EventFacts, "id" | "cancelled" | "currency">;
  readonly counted: readonly EventDateFacts[];
};

/** Returns the figures of these dates over all their tickets. Merchandise only adds revenue. Of what is cancelled nothing is left. */
export function figuresOfDates({ event, counted }: CountedDates, figures: FiguresOfTypes): DateFigures {
  const types = counted.flatMap(({ ticketTypes }) => ticketTypes);
  const tickets = types.filter(isTicket);
  const open = counted.filter(({ cancelled }) => !(event.cancelled || cancelled));
  const sumOf = (some: readonly TicketTypeFacts[]) => sumOfFigures(some.flatMap(({ id }) => figures.get(id) ?? []));
  return {
    ...sumOf(tickets),
    revenueMinor: sumOf(types).revenueMinor,
    reserved: tickets.reduce((sum, { reserved }) => sum + reserved, 0),
    left: open.reduce((sum, { ticketTypes }) => sum + availableOver(ticketTypes.filter(isTicket)), 0),
  };
}

function isTicket({ kind }: TicketTypeFacts): boolean {
  return kind === "TICKETS";
}
