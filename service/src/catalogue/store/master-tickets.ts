import type { LinkedTicketType, MasterTerms, MasterTicket } from "#src/catalogue/domain/master-ticket.ts";
import type { Page } from "#src/platform/domain/page.ts";
import { dateNameSql } from "#src/platform/store/date-names.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, readPage } from "#src/platform/store/rows.ts";

type TermsRow = RowOf<Omit<MasterTerms, "price" | "fee">> & {
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly currency: string;
};

type MasterRow = TermsRow & Pick<MasterTicket, "id" | "version" | "event" | "timeZone">;

/** Returns a prototype of this account, or `undefined`. */
export async function findMasterTicket(db: Db, accountId: number, id: number): Promise<MasterTicket | undefined> {
  const [row] = await db.query<MasterRow>(
    `SELECT ${termsOf("master")}, maximum_allocation AS "maximumAllocation", master.id, master.version, venue.time_zone AS "timeZone",
            json_build_object('id', event.id, 'name', event.name) AS event
       FROM master_ticket master JOIN event ON event.id = master.event_id JOIN venue ON venue.id = event.venue_id
      WHERE master.id = $1 AND event.account_id = $2`,
    [id, accountId],
  );
  return row && { id: row.id, version: row.version, event: row.event, timeZone: row.timeZone, ...toTerms(row) };
}

/** Returns one page of an event's prototypes by name, and the number of prototypes on all pages. */
export function listMasterTickets(db: Db, eventId: number, page: Page) {
  return readPage<{ id: number; name: string }>(
    db,
    { columns: "id, name", from: "master_ticket WHERE event_id = $1", order: "name, id", values: [eventId] },
    page,
  );
}

/** Returns the ticket types that follow this prototype, by date. */
export async function listLinked(
  db: Db,
  eventId: number,
  masterTicketId: number,
): Promise<readonly LinkedTicketType[]> {
  const rows = await db.query<TermsRow & Omit<LinkedTicketType, "terms">>(
    `SELECT ${termsOf("type")}, CASE WHEN own.follows_section THEN NULL ELSE own.capacity END AS "maximumAllocation",
            type.id, own.taken, json_build_object('id', date.id, 'name', ${dateNameSql("date")}) AS "eventDate"
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
    eventDate: row.eventDate,
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

function termsOf(table: string): string {
  return `${table}.name, ${table}.price_minor AS "priceMinor", ${table}.fee_minor AS "feeMinor", event.currency,
            ${table}.on_sale_from AS "onSaleFrom", ${table}.on_sale_to AS "onSaleTo"`;
}

function toTerms(row: TermsRow): MasterTerms {
  return {
    name: row.name,
    price: { minor: row.priceMinor, currency: row.currency },
    fee: { minor: row.feeMinor, currency: row.currency },
    maximumAllocation: row.maximumAllocation ?? undefined,
    onSaleFrom: row.onSaleFrom ?? undefined,
    onSaleTo: row.onSaleTo ?? undefined,
  };
}
