import type { TicketType } from "#src/catalogue/domain/event.ts";

/** A text that an organiser puts between the ticket types of an offering. */
export type OfferingCopy = {
  readonly id: number;
  readonly version: number;
  readonly eventId: number;
  /** `undefined`: on every date of the event. */
  readonly eventDateId: number | undefined;
  readonly page: "TICKETS" | "MERCHANDISE";
  readonly text: string;
  readonly sortIdx: number;
};

type OfferingItem = TicketType | OfferingCopy;

/**
 * Returns the items of one page of a date by sort index. Texts come before ticket types of the same index. Ticket types
 * of one index keep the order of their sections, and texts the order of their creation.
 */
export function orderedItems(
  ticketTypes: readonly TicketType[],
  copies: readonly OfferingCopy[],
  eventDateId: number,
  page: OfferingCopy["page"],
): readonly OfferingItem[] {
  const types = ticketTypes.filter(({ kind }) => kind === page);
  if (types.length === 0) return [];
  const texts = copies.filter(
    (copy) => copy.page === page && (copy.eventDateId === undefined || copy.eventDateId === eventDateId),
  );
  return [...texts, ...types].toSorted((one, other) => one.sortIdx - other.sortIdx);
}

export function isCopy(item: OfferingItem): item is OfferingCopy {
  return "text" in item;
}
