import type { Db } from "#src/platform/store/db.ts";
import type { Places } from "#src/reservations/domain/waiting-list/places-for-party.ts";

type PlacesRow = { stock_ids: readonly (number | string)[]; quantities: readonly number[] };

// The driver returns elements of a bigint array as text.
function placesOf({ stock_ids, quantities }: PlacesRow): Places {
  return new Map(stock_ids.map((id, at) => [Number(id), quantities[at] ?? 0]));
}

export type EndedOffer = { readonly entryId: number; readonly places: Places; readonly wasOpen: boolean };

/** The offers to end: those that have expired, of some dates or of all, or the one of an entry. */
export type OffersToEnd = { readonly dates?: readonly number[] | undefined } | { readonly entryId: number };

/**
 * Ends offers of an event. An entry whose open offer ends is EXPIRED; one whose
 * collection ends goes on waiting, and so does one that could not be told of its offer: for `postponedSeconds` others come
 * first. The caller puts the places back.
 */
export async function endOffers(
  tx: Db,
  eventId: number,
  postponedSeconds: number,
  ending: OffersToEnd,
): Promise<readonly EndedOffer[]> {
  const rows = await tx.prepared<PlacesRow & { entry_id: number; was_open: boolean }>(
    "end_waiting_list_offers",
    `WITH ended AS (
       SELECT event_id, id, entry_id, state = 'OPEN' AS was_open, announced_at, stock_ids, quantities
         FROM waiting_list_offer
        WHERE event_id = $1 AND state IN ('COLLECTING', 'OPEN')
          AND CASE WHEN $2::bigint IS NOT NULL THEN entry_id = $2
                   ELSE expires_at <= now() AND ($4::bigint[] IS NULL OR event_date_id = ANY ($4)) END
        ORDER BY id FOR UPDATE
     ), marked AS (
       UPDATE waiting_list_offer offer SET state = 'ENDED'
         FROM ended WHERE offer.event_id = ended.event_id AND offer.id = ended.id
     ), entries AS (
       UPDATE waiting_list_entry entry
          SET state = CASE WHEN NOT was_open THEN state WHEN announced_at IS NULL THEN 'WAITING' ELSE 'EXPIRED' END,
              postponed_until = CASE WHEN was_open AND announced_at IS NULL THEN now() + make_interval(secs => $3)
                                ELSE postponed_until END,
              passed_over = 0, modified_at = now()
         FROM ended WHERE entry.event_id = ended.event_id AND entry.id = ended.entry_id
     )
     SELECT entry_id, was_open, stock_ids, quantities FROM ended`,
    [
      eventId,
      "entryId" in ending ? ending.entryId : null,
      postponedSeconds,
      ("dates" in ending ? ending.dates : undefined) ?? null,
    ],
  );
  return rows.map((row) => ({ entryId: row.entry_id, wasOpen: row.was_open, places: placesOf(row) }));
}

/** An offer to write: open when the entry has all its places, otherwise a collection of some of them. */
export type NewOffer = {
  readonly key: string;
  readonly entryId: number;
  readonly eventDateId: number;
  readonly venueSectionId: number;
  readonly isOpen: boolean;
  readonly places: Places;
  /** How long places are collected, or how long an open offer waits for its mail. */
  readonly seconds: number;
};

/** Writes an offer. It replaces the collection of the entry, and a collection keeps its first expiry. */
export async function writeOffer(tx: Db, eventId: number, offer: NewOffer): Promise<void> {
  await tx.prepared(
    "write_waiting_list_offer",
    `INSERT INTO waiting_list_offer (event_id, key, entry_id, event_date_id, venue_section_id, state, stock_ids, quantities, expires_at, mail_until)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN 'OPEN' ELSE 'COLLECTING' END, $7, $8, now() + make_interval(secs => $9),
             CASE WHEN $6 THEN now() + make_interval(secs => $9) END)
         ON CONFLICT (event_id, entry_id) WHERE state IN ('COLLECTING', 'OPEN') DO UPDATE
        SET event_date_id = $4, venue_section_id = $5, state = EXCLUDED.state, stock_ids = $7, quantities = $8,
            expires_at = CASE WHEN $6 THEN EXCLUDED.expires_at ELSE waiting_list_offer.expires_at END,
            mail_until = EXCLUDED.mail_until`,
    [
      eventId,
      offer.key,
      offer.entryId,
      offer.eventDateId,
      offer.venueSectionId,
      offer.isOpen,
      [...offer.places.keys()],
      [...offer.places.values()],
      offer.seconds,
    ],
  );
}

/** Returns the key of an entry's offer, which a collection keeps when it becomes an offer. */
export async function findOfferKey(tx: Db, eventId: number, entryId: number): Promise<string | undefined> {
  const [row] = await tx.prepared<{ key: string }>(
    "find_waiting_list_offer_key",
    `SELECT key FROM waiting_list_offer WHERE event_id = $1 AND entry_id = $2 AND state IN ('COLLECTING', 'OPEN')`,
    [eventId, entryId],
  );
  return row?.key;
}

/** Returns how many offers keep places for one person now. */
export async function countOpenOffers(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM waiting_list_offer WHERE state = 'OPEN' AND expires_at > now()`,
  );
  return row?.count ?? 0;
}

/** Returns the places of an open offer of this account for this event. They stay its own until the offer is used or ends. */
export async function findOpenOffer(
  tx: Db,
  accountId: number,
  eventId: number,
  key: string,
): Promise<Places | undefined> {
  const [row] = await tx.prepared<PlacesRow>(
    "find_open_waiting_list_offer",
    `SELECT stock_ids, quantities FROM waiting_list_offer offer
       JOIN waiting_list_entry entry ON entry.event_id = offer.event_id AND entry.id = offer.entry_id
      WHERE offer.key = $3 AND offer.event_id = $2 AND account_id = $1 AND offer.state = 'OPEN' AND expires_at > now()`,
    [accountId, eventId, key],
  );
  return row && placesOf(row);
}

/** Marks an open offer as used and puts its places back for the reservation of this transaction. Returns false when it has ended. */
export async function spendOffer(tx: Db, eventId: number, key: string): Promise<boolean> {
  const rows = await tx.prepared(
    "use_waiting_list_offer",
    `WITH used AS (
       UPDATE waiting_list_offer SET state = 'USED'
        WHERE event_id = $1 AND key = $2 AND state = 'OPEN' AND expires_at > now()
       RETURNING entry_id, stock_ids, quantities
     ), entry AS (
       UPDATE waiting_list_entry SET state = 'RESERVED', modified_at = now()
         FROM used WHERE event_id = $1 AND waiting_list_entry.id = entry_id
     ), returned AS (
       UPDATE stock SET taken = taken - quantity
         FROM (SELECT unnest(stock_ids) AS stock_id, unnest(quantities) AS quantity FROM used) AS places
        WHERE stock.event_id = $1 AND stock.id = stock_id
     )
     SELECT entry_id FROM used`,
    [eventId, key],
  );
  return rows.length > 0;
}
