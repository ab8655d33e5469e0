import type { Db } from "#src/platform/store/db.ts";

/** Inserts a section's capacity on a date. A second call for the same section and date changes nothing. */
export async function insertSectionStock(
  db: Db,
  { eventId, eventDateId, venueSectionId, capacity }: SectionStock,
): Promise<void> {
  await db.query(
    `INSERT INTO stock (event_id, event_date_id, venue_section_id, capacity) VALUES ($1, $2, $3, $4)
     ON CONFLICT (event_id, event_date_id, venue_section_id) WHERE venue_section_id IS NOT NULL DO NOTHING`,
    [eventId, eventDateId, venueSectionId, capacity],
  );
}

/** Inserts a ticket type's own maximum. Without such a row only its section limits it. */
export async function insertTicketTypeStock(
  db: Db,
  { eventId, eventDateId, ticketTypeId, capacity, followsSection = false }: TicketTypeStock,
): Promise<void> {
  await db.query(
    `INSERT INTO stock (event_id, event_date_id, ticket_type_id, capacity, follows_section) VALUES ($1, $2, $3, $4, $5)`,
    [eventId, eventDateId, ticketTypeId, capacity, followsSection],
  );
}

type SectionStock = {
  readonly eventId: number;
  readonly eventDateId: number;
  readonly venueSectionId: number;
  readonly capacity: number;
};

type TicketTypeStock = {
  readonly eventId: number;
  readonly eventDateId: number;
  readonly ticketTypeId: number;
  readonly capacity: number;
  /** Whether its capacity follows the section's, because it has no maximum of its own. */
  readonly followsSection?: boolean;
};
