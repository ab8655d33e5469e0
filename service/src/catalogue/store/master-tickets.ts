import type { LinkedTicketType, MasterTerms, MasterTicket } from "#src/catalogue/domain/master-ticket.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { readPage } from "#src/platform/store/rows.ts";
import { dateNameSql } from "./event-dates.ts";

type TermsRow = {
  readonly name: string;
  readonly price_minor: number;
  readonly fee_minor: number;
  readonly maximum_allocation: number | null;
  readonly on_sale_from: Date | null;
  readonly on_sale_to: Date | null;
  readonly currency: string;
};

type MasterRow = TermsRow & {
  readonly id: number;
  readonly event_id: number;
  readonly event_name: string;
  readonly time_zone: string;
};

/** Returns a prototype of this account, or `undefined`. */
export async function findMasterTicket(db: Db, accountId: number, id: number): Promise<MasterTicket | undefined> {
  const [row] = await db.query<MasterRow>(
    `SELECT master.*, event.name AS event_name, event.currency, venue.time_zone
       FROM master_ticket master JOIN event ON event.id = master.event_id JOIN venue ON venue.id = event.venue_id
      WHERE master.id = $1 AND event.account_id = $2`,
    [id, accountId],
  );
  return (
    row && {
      id: row.id,
      event: { id: row.event_id, name: row.event_name },
      timeZone: row.time_zone,
      ...toTerms(row),
    }
  );
}

/** Returns one page of an event's prototypes by name, and the number of prototypes on all pages. */
export function listMasterTickets(db: Db, eventId: number, page: Page) {
  return readPage<{ id: number; name: string }>(
    db,
    { columns: "id, name", from: "master_ticket WHERE event_id = $1", order: "name, id", values: [eventId] },
    page,
  );
}

type LinkedRow = TermsRow & {
  readonly id: number;
  readonly event_date_id: number;
  readonly date_name: string;
  readonly taken: number;
};

/** Returns the ticket types that follow this prototype, by date. */
export async function listLinked(
  db: Db,
  eventId: number,
  masterTicketId: number,
): Promise<readonly LinkedTicketType[]> {
  const rows = await db.query<LinkedRow>(
    `SELECT type.*, event.currency, ${dateNameSql("date")} AS date_name, own.taken,
            CASE WHEN own.follows_section THEN NULL ELSE own.capacity END AS maximum_allocation
       FROM ticket_type type
       JOIN event ON event.id = type.event_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
       JOIN stock own ON own.event_id = type.event_id AND own.ticket_type_id = type.id
      WHERE type.event_id = $1 AND master_ticket_id = $2
      ORDER BY date.starts_at, date.id, type.sort_idx, type.id`,
    [eventId, masterTicketId],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    eventDate: { id: row.event_date_id, name: row.date_name },
    taken: row.taken,
    terms: toTerms(row),
  }));
}

/** Locks the stock of the ticket types that follow this prototype, and their sections against changes of capacity. */
export async function lockLinked(db: Db, eventId: number, masterTicketId: number): Promise<void> {
  await db.query(
    `SELECT 1 FROM venue_section
      WHERE id IN (SELECT venue_section_id FROM ticket_type WHERE event_id = $1 AND master_ticket_id = $2)
      ORDER BY id FOR SHARE`,
    [eventId, masterTicketId],
  );
  await db.query(
    `SELECT 1 FROM stock own JOIN ticket_type type ON type.event_id = own.event_id AND type.id = own.ticket_type_id
      WHERE own.event_id = $1 AND master_ticket_id = $2 ORDER BY own.id FOR UPDATE OF own`,
    [eventId, masterTicketId],
  );
}

/** Returns the prototype that a ticket type follows, or `undefined`. */
export async function findMasterOf(
  db: Db,
  ticketTypeId: number,
): Promise<{ readonly id: number; readonly name: string } | undefined> {
  const [row] = await db.query<{ id: number; name: string }>(
    `SELECT master.id, master.name FROM ticket_type type
       JOIN master_ticket master ON master.event_id = type.event_id AND master.id = type.master_ticket_id
      WHERE type.id = $1`,
    [ticketTypeId],
  );
  return row;
}

function toTerms(row: TermsRow): MasterTerms {
  return {
    name: row.name,
    price: { minor: row.price_minor, currency: row.currency },
    fee: { minor: row.fee_minor, currency: row.currency },
    maximumAllocation: row.maximum_allocation ?? undefined,
    onSaleFrom: row.on_sale_from ?? undefined,
    onSaleTo: row.on_sale_to ?? undefined,
  };
}
