import type { TicketType } from "#src/catalogue/domain/event.ts";

/** The promoter's own words between ticket types. */
export type OfferingCopy = {
  readonly id: number;
  readonly eventId: number;
  /** Absent: on every date of the event. */
  readonly eventDateId: number | undefined;
  readonly page: "TICKETS" | "MERCHANDISE";
  readonly text: string;
  readonly sortIdx: number;
};

type Placed = TicketType | OfferingCopy;

/**
 * What stands on one page of a date, in the promoter's order. Words come before the ticket types that have the same
 * index; ticket types with one index stay in the order of their sections, words in the order in which they were made.
 */
export function inOrder(
  ticketTypes: readonly TicketType[],
  copies: readonly OfferingCopy[],
  eventDateId: number,
  page: OfferingCopy["page"],
): readonly Placed[] {
  const types = ticketTypes.filter(({ kind }) => kind === page);
  if (types.length === 0) return [];
  const words = copies.filter(
    (copy) => copy.page === page && (copy.eventDateId === undefined || copy.eventDateId === eventDateId),
  );
  return [...words, ...types].toSorted((one, other) => one.sortIdx - other.sortIdx);
}

export function isCopy(placed: Placed): placed is OfferingCopy {
  return "text" in placed;
}
