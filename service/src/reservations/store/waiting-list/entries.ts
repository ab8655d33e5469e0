import { dateNameSql } from "#src/platform/store/date-names.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { Renderer } from "#src/platform/store/outbox.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import type { Party } from "#src/reservations/domain/plan-offers.ts";
import type { Entry } from "#src/reservations/domain/waiting-list-entry.ts";
import { DATE_OF_ENTRY, HAS_DATE_AHEAD } from "./cancelled-dates.ts";
import { placesOf } from "./offers.ts";

type EntryToWrite = {
  readonly key: string;
  readonly accountId: number;
  readonly eventId: number;
  readonly eventDateId?: number | undefined;
  readonly email: string;
  readonly language: string;
  readonly renderer?: Renderer | undefined;
  readonly quantity: number;
};

/** An entry after an address has joined: a new one, or the one that the address already had. */
type JoinedEntry = { readonly key: string; readonly mails: number; readonly quantity: number };

/**
 * Writes an unconfirmed entry. An address has one entry for a date: until it is confirmed, joining again replaces its
 * quantity, language and renderer; afterwards it changes nothing. `mails` counts the messages about joining, one in
 * `pauseSeconds` at most.
 */
export async function writeEntry(tx: Db, pauseSeconds: number, entry: EntryToWrite): Promise<JoinedEntry> {
  const [row] = await tx.prepared<JoinedEntry>(
    "write_waiting_list_entry",
    `INSERT INTO waiting_list_entry (event_id, key, account_id, event_date_id, email, language, renderer, quantity)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (event_id, coalesce(event_date_id, 0), lower(email)) WHERE state IN ('UNCONFIRMED', 'WAITING', 'OFFERED')
         DO UPDATE SET mails = waiting_list_entry.mails + CASE WHEN ${IS_PAUSE_OVER} THEN 1 ELSE 0 END,
            mailed_at = CASE WHEN ${IS_PAUSE_OVER} THEN now() ELSE waiting_list_entry.mailed_at END,
            quantity = CASE WHEN waiting_list_entry.state = 'UNCONFIRMED' THEN $8 ELSE waiting_list_entry.quantity END,
            language = CASE WHEN waiting_list_entry.state = 'UNCONFIRMED' THEN $6 ELSE waiting_list_entry.language END,
            renderer = CASE WHEN waiting_list_entry.state = 'UNCONFIRMED' THEN coalesce($7, waiting_list_entry.renderer)
                            ELSE waiting_list_entry.renderer END
  RETURNING key, mails, quantity`,
    [
      entry.eventId,
      entry.key,
      entry.accountId,
      entry.eventDateId ?? null,
      entry.email,
      entry.language,
      entry.renderer ? JSON.stringify(entry.renderer) : null,
      entry.quantity,
      pauseSeconds,
    ],
  );
  if (row === undefined) throw new Error("The entry was not written.");
  return row;
}

const IS_PAUSE_OVER = "waiting_list_entry.mailed_at <= now() - make_interval(secs => $9)";

export type FoundEntry = Omit<Entry, "offer"> & { readonly offerKey: string | undefined };

/** The SQL condition that the date of an entry is cancelled, or every date that an entry for any date could wait for. */
const IS_CANCELLED = `(event.cancelled OR coalesce(date.cancelled, EXISTS (SELECT FROM event_date WHERE event_id = event.id AND cancelled)
              AND NOT EXISTS (SELECT FROM event_date WHERE event_id = event.id AND NOT cancelled)))`;

/** Returns an entry of this account with its place in line. An unconfirmed entry has all confirmed ones ahead of it. */
export async function findEntry(db: Db, accountId: number, key: string): Promise<FoundEntry | undefined> {
  const [row] = await db.prepared<RowOf<FoundEntry>>(
    "find_waiting_list_entry",
    `SELECT entry.id, entry.key, json_build_object('id', event.id, 'name', event.name) AS event,
            CASE WHEN date.id IS NOT NULL THEN json_build_object('id', date.id, 'name', ${dateNameSql("date")}) END AS "eventDate",
            CASE WHEN entry.state <> 'OFFERED' OR expires_at > now() THEN entry.state
                 WHEN announced_at IS NULL THEN 'WAITING' ELSE 'EXPIRED' END AS state, quantity,
            CASE WHEN expires_at > now() THEN offer.key END AS "offerKey",
            CASE WHEN ${IS_CANCELLED} THEN 'CANCELLED' WHEN entry.state = 'EXPIRED' OR entry.state = 'OFFERED' AND expires_at <= now()
                 THEN CASE WHEN EXISTS (SELECT FROM waiting_list_offer past WHERE past.event_id = entry.event_id
                                           AND past.entry_id = entry.id AND past.announced_at IS NOT NULL) THEN 'OFFER' ELSE 'OVER' END
                 WHEN entry.state = 'RESERVED' AND NOT is_open THEN 'RESERVATION'
            END AS "endedBy",
            CASE WHEN entry.state = 'RESERVED' THEN coalesce(is_bought, false) END AS "isBought",
            (SELECT move.starts_at FROM event_date_move move JOIN event_date moved ON moved.event_id = move.event_id AND moved.id = move.event_date_id
              WHERE move.event_id = entry.event_id AND move.event_date_id = coalesce(offer.event_date_id, ${DATE_OF_ENTRY})
                AND moved_at > entry.created_at AND move.starts_at <> moved.starts_at ORDER BY moved_at LIMIT 1) AS "movedFrom",
            (SELECT count(*)::integer FROM waiting_list_entry other
              WHERE other.event_id = entry.event_id AND other.state = 'WAITING' AND ${overlaps("entry")}
                AND (entry.position IS NULL OR other.position < entry.position)) AS ahead
       FROM waiting_list_entry entry
       JOIN event ON event.id = entry.event_id
       LEFT JOIN event_date date ON date.event_id = entry.event_id AND date.id = entry.event_date_id
       LEFT JOIN waiting_list_offer offer ON offer.event_id = entry.event_id AND entry_id = entry.id
                                         AND offer.state = 'OPEN'
       LEFT JOIN LATERAL (
         SELECT coalesce(sale.status = 'CONFIRMED', false) AS is_bought,
                coalesce(sale.status IN ('CONFIRMED', 'PROCESSING')
                         OR sale.status IN ('RESERVED', 'LOCKED') AND sale.expires_at > now(), false) AS is_open
           FROM waiting_list_offer used
           LEFT JOIN sale ON sale.event_id = used.event_id AND sale.key = used.sale_key
          WHERE used.event_id = entry.event_id AND used.entry_id = entry.id AND used.state = 'USED'
            AND used.sale_key IS NOT NULL) AS used ON true
      WHERE entry.key = $2 AND entry.account_id = $1`,
    [accountId, key],
  );
  return row && shapeOf<FoundEntry>(row);
}

/** Returns the SQL condition that `other` waits for a date that this entry waits for too. */
function overlaps(entry: string): string {
  return `(other.event_date_id IS NULL OR ${entry}.event_date_id IS NULL OR other.event_date_id = ${entry}.event_date_id)`;
}

/** Returns the number of confirmed entries that wait for this date, or for any date of the event. */
export async function countWaiting(db: Db, eventId: number, eventDateId: number | undefined): Promise<number> {
  const [row] = await db.prepared<{ count: number }>(
    "count_waiting_entries",
    `SELECT count(*)::integer AS count FROM waiting_list_entry
      WHERE event_id = $1 AND state = 'WAITING' AND (event_date_id IS NULL OR event_date_id = coalesce($2, event_date_id))`,
    [eventId, eventDateId ?? null],
  );
  return row?.count ?? 0;
}

/** Puts a confirmed address at the end of the line. An entry that is already confirmed keeps its place. */
export async function confirmEntry(tx: Db, eventId: number, id: number): Promise<void> {
  await tx.prepared(
    "confirm_waiting_list_entry",
    `UPDATE waiting_list_entry SET state = 'WAITING', position = nextval('waiting_list_position'), modified_at = now()
      WHERE event_id = $1 AND id = $2 AND state = 'UNCONFIRMED'`,
    [eventId, id],
  );
}

/** Changes the quantity. A higher one moves the entry to the end of the line. Returns false when it does not wait. */
export async function changeQuantity(tx: Db, eventId: number, id: number, quantity: number): Promise<boolean> {
  const rows = await tx.prepared(
    "change_waiting_list_quantity",
    `UPDATE waiting_list_entry SET quantity = $3, modified_at = now(),
            position = CASE WHEN $3 > quantity AND state = 'WAITING' THEN nextval('waiting_list_position') ELSE position END
      WHERE event_id = $1 AND id = $2 AND state IN ('UNCONFIRMED', 'WAITING')
  RETURNING id`,
    [eventId, id, quantity],
  );
  return rows.length > 0;
}

/** Deletes an entry with its address. Its offers are deleted with it, after their places went back. */
export async function deleteEntry(tx: Db, eventId: number, id: number): Promise<void> {
  await tx.prepared("delete_waiting_list_entry", `DELETE FROM waiting_list_entry WHERE event_id = $1 AND id = $2`, [
    eventId,
    id,
  ]);
}

export async function findEventName(tx: Db, eventId: number): Promise<string> {
  const [row] = await tx.prepared<{ name: string }>("find_event_name", `SELECT name FROM event WHERE id = $1`, [
    eventId,
  ]);
  return row?.name ?? "";
}

/** Ends the entries of dates that are over or cancelled: no place can come back for them. */
export async function expireEntriesOfPastDates(db: Db): Promise<void> {
  await db.prepared(
    "end_hopeless_entries",
    `UPDATE waiting_list_entry entry SET state = 'EXPIRED', modified_at = now()
      WHERE state = 'WAITING' AND NOT ${HAS_DATE_AHEAD}`,
    [],
  );
}

/** Deletes entries that were not confirmed in time, and those that ended long ago. */
export async function forgetEntries(db: Db, confirmSeconds: number, keepSeconds: number): Promise<void> {
  await db.prepared(
    "forget_waiting_list_entries",
    `DELETE FROM waiting_list_entry
      WHERE (state = 'UNCONFIRMED' AND modified_at < now() - make_interval(secs => $1))
         OR (state IN ('RESERVED', 'EXPIRED') AND modified_at < now() - make_interval(secs => $2))`,
    [confirmSeconds, keepSeconds],
  );
}

/** A confirmed entry in line, with what its message needs. */
export type WaitingEntry = Party & {
  /** Others come first for a while, because the mail of its last offer was not accepted. */
  readonly isPostponed: boolean;
  readonly accountId: number;
  readonly key: string;
  readonly email: string;
  readonly language: string;
  readonly renderer?: Renderer;
};

type Uncollected = Omit<WaitingEntry, "collected">;

type PartyRow = RowOf<Uncollected> & {
  readonly stockIds: readonly string[] | null;
  readonly quantities: readonly number[] | null;
};

/** Returns the entries that wait for one of these dates only, or all of the event, in line order, with their collected places. */
export async function listWaiting(
  tx: Db,
  eventId: number,
  dates?: readonly number[],
): Promise<readonly WaitingEntry[]> {
  const rows = await tx.prepared<PartyRow>(
    "list_waiting_entries",
    `SELECT entry.id AS "entryId", account_id AS "accountId", entry.key, entry.event_date_id AS "eventDateId", email, language,
            renderer, quantity, passed_over AS "passedOver", coalesce(postponed_until > now(), false) AS "isPostponed",
            stock_ids AS "stockIds", quantities
       FROM waiting_list_entry entry
       LEFT JOIN waiting_list_offer offer ON offer.event_id = entry.event_id AND entry_id = entry.id
                                         AND offer.state = 'COLLECTING'
      WHERE entry.event_id = $1 AND entry.state = 'WAITING'
        AND ($2::bigint[] IS NULL OR entry.event_date_id = ANY ($2))
      ORDER BY position`,
    [eventId, dates ?? null],
  );
  return rows.map(({ stockIds, quantities, ...row }) => ({
    ...shapeOf<Uncollected>(row),
    ...(stockIds && quantities && { collected: placesOf({ stockIds, quantities }) }),
  }));
}

/** Marks the entries that have an offer, and increments the count of those that were passed over. */
export async function markEntries(
  tx: Db,
  eventId: number,
  offered: readonly number[],
  passedOver: readonly number[],
): Promise<void> {
  if (offered.length + passedOver.length === 0) return;
  await tx.prepared(
    "mark_waiting_entries",
    `UPDATE waiting_list_entry
        SET state = CASE WHEN id = ANY ($2::bigint[]) THEN 'OFFERED' ELSE state END,
            passed_over = passed_over + CASE WHEN id = ANY ($3::bigint[]) THEN 1 ELSE 0 END,
            modified_at = now()
      WHERE event_id = $1 AND (id = ANY ($2::bigint[]) OR id = ANY ($3::bigint[]))`,
    [eventId, offered, passedOver],
  );
}
