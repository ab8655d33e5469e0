import type { Db } from "#src/platform/store/db.ts";
import { type Addressee, queueMessages } from "#src/platform/store/outbox.ts";

type OfDate = { readonly eventId: number; readonly eventDateId?: number | undefined };

/** An entry whose date changed, with what its message needs. */
type ChangedEntry = Addressee & {
  readonly entry: string;
  readonly quantity: number;
  readonly event: { readonly id: number; readonly name: string };
  readonly eventDate: { readonly id: number } | null;
  /** It waits for other dates of the event. */
  readonly isWaiting: boolean;
};

const ENTRY = `entry.account_id AS "accountId", entry.key AS entry, email AS recipient, entry.language, renderer, quantity`;

/** The SQL condition that a place can still come back for an entry: of its date, or of any date. */
export const HAS_DATE_AHEAD = `EXISTS (
        SELECT FROM event_date date JOIN event ON event.id = date.event_id
         WHERE date.event_id = entry.event_id AND date.id = coalesce(entry.event_date_id, date.id)
           AND NOT date.cancelled AND NOT event.cancelled AND date.ends_at > now())`;

/** The SQL of the date of an entry: its own, or the only one that its event has ahead. */
export const DATE_OF_ENTRY = `coalesce(entry.event_date_id, (
        SELECT min(single.id) FROM event_date single
         WHERE single.event_id = entry.event_id AND NOT single.cancelled AND single.ends_at > now() HAVING count(*) = 1))`;

/**
 * Ends the confirmed entries of a locked list for which no place can come back since this date, or the whole event, was cancelled,
 * and the offers of it. An entry for any date whose offer ends waits for the others again. Returns those that are to be told.
 */
export async function endEntriesOfCancelled(
  tx: Db,
  { eventId, eventDateId }: OfDate,
): Promise<readonly ChangedEntry[]> {
  return tx.query<ChangedEntry>(
    `WITH ended AS (
       UPDATE waiting_list_offer offer SET expires_at = now()
        WHERE event_id = $1 AND ($2::bigint IS NULL OR event_date_id = $2) AND state IN ('COLLECTING', 'OPEN')
       RETURNING entry_id, event_date_id, state
     ), changed AS (
       UPDATE waiting_list_entry entry SET state = CASE WHEN ${HAS_DATE_AHEAD} THEN 'WAITING' ELSE 'EXPIRED' END, modified_at = now()
        WHERE event_id = $1 AND state IN ('WAITING', 'OFFERED')
          AND (NOT ${HAS_DATE_AHEAD} OR state = 'OFFERED' AND id IN (SELECT entry_id FROM ended WHERE state = 'OPEN'))
       RETURNING id, key, account_id, email, language, renderer, quantity, event_date_id, state)
     SELECT ${ENTRY}, json_build_object('id', event.id, 'name', event.name) AS event, entry.state = 'WAITING' AS "isWaiting",
            CASE WHEN date_id IS NOT NULL THEN json_build_object('id', date_id) END AS "eventDate"
       FROM changed entry JOIN event ON event.id = $1
       LEFT JOIN ended ON entry_id = entry.id
      CROSS JOIN LATERAL (SELECT coalesce(entry.event_date_id, ended.event_date_id) AS date_id) AS of_date
      ORDER BY entry.id`,
    [eventId, eventDateId ?? null],
  );
}

/** Returns the confirmed entries that wait for this date and no other, or that have an offer of it. */
export async function listEntriesOfDate(
  tx: Db,
  eventId: number,
  eventDateId: number,
): Promise<readonly ChangedEntry[]> {
  return tx.query<ChangedEntry>(
    `SELECT ${ENTRY}, json_build_object('id', event.id, 'name', event.name) AS event, true AS "isWaiting",
            json_build_object('id', $2::bigint) AS "eventDate"
       FROM waiting_list_entry entry JOIN event ON event.id = entry.event_id
      WHERE entry.event_id = $1 AND entry.state IN ('WAITING', 'OFFERED')
        AND (${DATE_OF_ENTRY} = $2 OR EXISTS (
              SELECT FROM waiting_list_offer offer WHERE offer.event_id = $1 AND entry_id = entry.id
                 AND offer.event_date_id = $2 AND offer.state = 'OPEN' AND expires_at > now()))
      ORDER BY entry.id`,
    [eventId, eventDateId],
  );
}

/** The number of messages that one statement writes. */
const CHUNK = 1_000;

/** Queues a message for each of these entries. */
export async function queueForEntries(
  tx: Db,
  entries: readonly ChangedEntry[],
  told:
    | { readonly kind: "WAITING_LIST_CANCELLED" }
    | { readonly kind: "WAITING_LIST_MOVED"; readonly before: { readonly startsLocal: string } },
): Promise<void> {
  const [numbered] = await tx.query<{ number: number }>(`SELECT nextval('notice_number') AS number`);
  const messages = entries.map(({ entry, quantity, event, eventDate, isWaiting, ...addressee }) => {
    const details = { entry, quantity, event, ...(eventDate && { eventDate }) };
    const key = `waiting list ${numbered?.number} ${entry}`;
    return told.kind === "WAITING_LIST_CANCELLED"
      ? { ...addressee, key, kind: told.kind, details: { ...details, isWaiting } }
      : { ...addressee, key, kind: told.kind, details: { ...details, before: told.before } };
  });
  for (let at = 0; at < messages.length; at += CHUNK) await queueMessages(tx, messages.slice(at, at + CHUNK));
}
