import { dateNameSql } from "#src/platform/store/date-names.ts";
import type { Db } from "#src/platform/store/db.ts";
import { moneyOf } from "#src/platform/store/rows.ts";
import type { OfferPlaces } from "#src/reservations/domain/plan-offers.ts";
import type { EntryOffer } from "#src/reservations/domain/waiting-list-entry.ts";
import { IS_OFFERABLE } from "./event-stock.ts";

type PlacesRow = { readonly stockIds: readonly (number | string)[]; readonly quantities: readonly number[] };

// The driver returns elements of a bigint array as text.
export function placesOf({ stockIds, quantities }: PlacesRow): OfferPlaces {
  return new Map(stockIds.map((id, at) => [Number(id), quantities[at] ?? 0]));
}

/** The offers to end: those that have expired, of some dates or of all, or the one of an entry. */
type OffersToEnd = { readonly dates?: readonly number[] | undefined } | { readonly entryId: number };

/**
 * Ends offers of an event. An entry whose open offer ends is EXPIRED. An entry whose collection ends continues to wait, and so
 * does one whose mail was not accepted, but others come first for `postponedSeconds`. Returns the places of each, which the caller
 * returns to the stock.
 */
export async function endOffers(
  tx: Db,
  eventId: number,
  postponedSeconds: number,
  ending: OffersToEnd,
): Promise<readonly OfferPlaces[]> {
  const rows = await tx.prepared<PlacesRow>(
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
          SET state = CASE WHEN NOT was_open OR state <> 'OFFERED' THEN state WHEN announced_at IS NULL THEN 'WAITING' ELSE 'EXPIRED' END,
              postponed_until = CASE WHEN was_open AND announced_at IS NULL THEN now() + make_interval(secs => $3)
                                ELSE postponed_until END,
              passed_over = 0, modified_at = now()
         FROM ended WHERE entry.event_id = ended.event_id AND entry.id = ended.entry_id
     )
     SELECT stock_ids AS "stockIds", quantities FROM ended`,
    [
      eventId,
      "entryId" in ending ? ending.entryId : null,
      postponedSeconds,
      ("dates" in ending ? ending.dates : undefined) ?? null,
    ],
  );
  return rows.map(placesOf);
}

/** An offer to write: open when the entry has all its places, otherwise a collection of some of them. */
type NewOffer = {
  readonly key: string;
  readonly entryId: number;
  readonly eventDateId: number;
  readonly venueSectionId: number;
  readonly isOpen: boolean;
  readonly places: OfferPlaces;
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

/** Returns the places of an open offer of this account for this event. They stay reserved for it until it is used or ends. */
export async function findOpenOffer(
  tx: Db,
  accountId: number,
  eventId: number,
  key: string,
): Promise<OfferPlaces | undefined> {
  const [row] = await tx.prepared<PlacesRow>(
    "find_open_waiting_list_offer",
    `SELECT stock_ids AS "stockIds", quantities FROM waiting_list_offer offer
       JOIN waiting_list_entry entry ON entry.event_id = offer.event_id AND entry.id = offer.entry_id
      WHERE offer.key = $3 AND offer.event_id = $2 AND account_id = $1 AND offer.state = 'OPEN' AND expires_at > now()`,
    [accountId, eventId, key],
  );
  return row && placesOf(row);
}

/** Marks an open offer as used and frees its places for this sale of the transaction. Returns false when it has ended. */
export async function spendOffer(tx: Db, eventId: number, key: string, saleKey: string): Promise<boolean> {
  const rows = await tx.prepared(
    "use_waiting_list_offer",
    `WITH used AS (
       UPDATE waiting_list_offer SET state = 'USED', sale_key = $3
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
    [eventId, key, saleKey],
  );
  return rows.length > 0;
}

/**
 * Returns when an offer ends if its mail is accepted now, or `undefined` when it is used or over, or has waited too long for
 * its mail. The offer then lasts at least that long, even if the mail server accepts the mail and its answer is lost.
 */
export async function startOfferMail(db: Db, key: string, offerSeconds: number): Promise<Date | undefined> {
  const [row] = await db.prepared<{ ends_at: Date }>(
    "start_offer_mail",
    `UPDATE waiting_list_offer
        SET expires_at = CASE WHEN announced_at IS NULL THEN greatest(expires_at, now() + make_interval(secs => $2))
                         ELSE expires_at END
      WHERE key = $1 AND state = 'OPEN' AND expires_at > now() AND NOT EXISTS (
              SELECT FROM event_date date JOIN event ON event.id = date.event_id
               WHERE date.event_id = waiting_list_offer.event_id AND date.id = event_date_id AND (date.cancelled OR event.cancelled))
        AND (announced_at IS NOT NULL OR mail_until > now())
  RETURNING CASE WHEN announced_at IS NULL THEN now() + make_interval(secs => $2) ELSE expires_at END AS ends_at`,
    [key, offerSeconds],
  );
  return row?.ends_at;
}

/** Records that the mail server has accepted the mail of an offer, and sets the end that the mail states. */
export async function acceptOfferMail(tx: Db, key: string, endsAt: Date): Promise<void> {
  await tx.prepared(
    "accept_offer_mail",
    `UPDATE waiting_list_offer SET announced_at = coalesce(announced_at, now()), expires_at = $2
      WHERE key = $1 AND state = 'OPEN'`,
    [key, endsAt],
  );
}

/** Ends an offer whose mail is given up: its places go to the next in line, and its entry keeps its place. */
export async function giveUpOfferMail(tx: Db, key: string): Promise<void> {
  await tx.prepared(
    "give_up_offer_mail",
    `UPDATE waiting_list_offer SET expires_at = now() WHERE key = $1 AND state = 'OPEN' AND announced_at IS NULL`,
    [key],
  );
}

/** Lets the offers that were used by these sales follow the sale that replaces them. */
export async function moveUsedOffers(
  tx: Db,
  eventId: number,
  replaced: readonly string[],
  saleKey: string,
): Promise<void> {
  if (replaced.length === 0) return;
  await tx.prepared(
    "move_used_waiting_list_offers",
    `UPDATE waiting_list_offer SET sale_key = $3 WHERE event_id = $1 AND sale_key = ANY ($2::text[])`,
    [eventId, replaced, saleKey],
  );
}

/**
 * Returns an open offer with the ticket types that can be reserved with it, or `undefined` when it has ended. Until its mail is
 * accepted, `expiresAt` is the earliest time at which it may end.
 */
export async function findOffer(db: Db, key: string, offerSeconds: number): Promise<EntryOffer | undefined> {
  return (await db.prepared<EntryOffer>("find_waiting_list_offer", FIND, [key, offerSeconds]))[0];
}

const FIND = `
SELECT offer.key, entry.quantity,
       CASE WHEN announced_at IS NULL THEN least(expires_at, now() + make_interval(secs => $2)) ELSE expires_at END AS "expiresAt",
       json_build_object('id', date.id, 'name', ${dateNameSql("date")}) AS "eventDate",
       json_build_object('id', place.id, 'name', place.name) AS section,
       (SELECT coalesce(json_agg(json_build_object(
                 'id', type.id, 'name', type.name, 'price', ${moneyOf("price_minor", "event.currency")},
                 'fee', ${moneyOf("fee_minor", "event.currency")}, 'minimum', minimum_per_order, 'maximum', maximum)
                 ORDER BY type.sort_idx, type.id), '[]')
          FROM ticket_type type
          LEFT JOIN stock own ON own.event_id = type.event_id AND own.ticket_type_id = type.id
         CROSS JOIN least(entry.quantity, maximum_per_order, own.capacity - own.taken
                + coalesce(offer.quantities[array_position(offer.stock_ids, own.id)], 0)) AS maximum
         WHERE type.event_id = offer.event_id AND type.event_date_id = date.id AND type.venue_section_id = place.id
           AND ${IS_OFFERABLE} AND maximum >= minimum_per_order) AS "ticketTypes"
  FROM waiting_list_offer offer
  JOIN waiting_list_entry entry ON entry.event_id = offer.event_id AND entry.id = offer.entry_id
  JOIN event ON event.id = offer.event_id
  JOIN event_date date ON date.event_id = offer.event_id AND date.id = offer.event_date_id
  JOIN venue_section place ON place.id = offer.venue_section_id
 WHERE offer.key = $1 AND offer.state = 'OPEN' AND expires_at > now()`;
