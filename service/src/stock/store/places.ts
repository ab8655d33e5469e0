import { count } from "#src/platform/domain/measure.ts";
import type { Db } from "#src/platform/store/db.ts";

/**
 * Returns the SQL parts that lock the stock rows of sales, in the order of event and id that every transaction uses.
 * `sales` is an earlier part of the statement with `event_id` and `id`. The last part, `locked`, has these and `quantity`.
 */
export function placesOf(sales: string): string {
  return `
lines AS (
  SELECT line.event_id, line.ticket_type_id, sum(line.quantity)::integer AS quantity
    FROM ${sales} JOIN sale_line line ON line.event_id = ${sales}.event_id AND line.sale_id = ${sales}.id
   GROUP BY 1, 2
), ${PLACES_OF_LINES}`;
}

/** The same parts for an earlier part named `lines`, with `event_id`, `ticket_type_id` and `quantity`. */
const PLACES_OF_LINES = `
places AS MATERIALIZED (
  SELECT event_id, id, sum(quantity)::integer AS quantity FROM (
    SELECT own.event_id, own.id, quantity FROM lines
      JOIN stock own ON own.event_id = lines.event_id AND own.ticket_type_id = lines.ticket_type_id
    UNION ALL
    SELECT section.event_id, section.id, quantity FROM lines
      JOIN ticket_type type ON type.event_id = lines.event_id AND type.id = lines.ticket_type_id
      JOIN stock section ON section.event_id = type.event_id AND section.event_date_id = type.event_date_id
                        AND section.venue_section_id = type.venue_section_id
  ) caps GROUP BY 1, 2
), locked AS MATERIALIZED (
  SELECT stock.event_id, stock.id, places.quantity
    FROM stock JOIN places ON places.event_id = stock.event_id AND places.id = stock.id
   ORDER BY stock.event_id, stock.id FOR UPDATE OF stock
)`;

/** Small enough that a contended stock row is locked for milliseconds only. */
const CHUNK = 500;

/**
 * Puts the places of expired reservations back into stock, a chunk at a time. Returns the number of those reservations.
 * The sale stays RESERVED or LOCKED: within its grace period a late payment may take the places again.
 * A sale that is being paid for is locked, and skipped.
 */
export async function returnExpired(db: Db, eventId?: number): Promise<number> {
  let all = 0;
  for (;;) {
    const rows = await db.prepared<{ count: number }>("return_expired", RETURN_EXPIRED, [eventId ?? null, CHUNK]);
    const expired = rows[0]?.count ?? 0;
    all += expired;
    count("foyer_service_reservations_total", { event: "expired" }, expired);
    if (expired < CHUNK) return all;
  }
}

/**
 * Ends an unpaid reservation and puts its places back into stock. Returns false without one, or when a payment is in flight or
 * done.
 */
export async function releaseSale(db: Db, accountId: number, key: string, latePaySeconds: number): Promise<boolean> {
  const rows = await db.prepared<{ count: number }>("release_sale", RELEASE_SALE, [accountId, key, latePaySeconds]);
  return (rows[0]?.count ?? 0) > 0;
}

/** Ends the expired reservations of a cart, so that a buyer who reserves again does not pay for them too. */
export async function endExpiredOfCart(db: Db, accountId: number, cartKey: string): Promise<void> {
  const [row] = await db.prepared<{ held: number }>("end_expired_of_cart", END_EXPIRED_OF_CART, [accountId, cartKey]);
  count("foyer_service_reservations_total", { event: "expired" }, row?.held ?? 0);
}

/** Marks reservations that are too old for a late payment as EXPIRED. Their places were put back earlier. */
export async function markExpired(db: Db, latePaySeconds: number): Promise<void> {
  for (;;) {
    const rows = await db.prepared("mark_expired", MARK_EXPIRED, [latePaySeconds, CHUNK]);
    if (rows.length < CHUNK) return;
  }
}

const MARK_EXPIRED = `
UPDATE sale SET status = 'EXPIRED', modified_at = now()
 WHERE (event_id, id) IN (
   SELECT event_id, id FROM sale
    WHERE status IN ('RESERVED', 'LOCKED') AND NOT holds_stock AND expires_at <= now() - make_interval(secs => $1)
    ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING id`;

/** Puts back the places that the sales of a payment attempt still hold, when the attempt ends because others were lost. */
export async function returnPlacesOf(tx: Db, attemptId: string): Promise<void> {
  await tx.prepared("return_places_of", RETURN_PLACES_OF, [attemptId]);
}

/**
 * Puts the places of these admissions back into stock. The caller ends the admissions in the same transaction, whose locked
 * rows ensure that this is done only once.
 */
export async function returnPlacesOfAdmissions(
  tx: Db,
  eventId: number,
  admissionIds: readonly number[],
): Promise<void> {
  await tx.prepared("return_places_of_admissions", RETURN_PLACES_OF_ADMISSIONS, [eventId, admissionIds]);
}

const RETURN_PLACES_OF_ADMISSIONS = `
WITH lines AS (
  SELECT event_id, ticket_type_id, count(*)::integer AS quantity FROM admission
   WHERE event_id = $1 AND id = ANY ($2::bigint[]) GROUP BY 1, 2
), ${PLACES_OF_LINES}
UPDATE stock SET taken = stock.taken - locked.quantity
  FROM locked WHERE stock.event_id = locked.event_id AND stock.id = locked.id`;

/** Puts places of these ticket types back into stock. The caller ends what had them in the same transaction. */
export async function returnPlacesOfTypes(
  tx: Db,
  eventId: number,
  types: readonly { readonly ticketTypeId: number; readonly quantity: number }[],
): Promise<void> {
  await takePlaces(
    tx,
    eventId,
    types.map(({ ticketTypeId, quantity }) => ({ type: ticketTypeId, places: -quantity })),
  );
}

/**
 * Moves the places of valid tickets to other ticket types, in one statement. Violates `never_oversold` when there are too few
 * free places.
 */
export async function shiftPlaces(
  tx: Db,
  eventId: number,
  types: readonly { readonly from: number; readonly to: number; readonly valid: number }[],
): Promise<void> {
  const shifts = types.flatMap(({ from, to, valid }) => [
    { type: from, places: -valid },
    { type: to, places: valid },
  ]);
  await takePlaces(tx, eventId, shifts);
}

type Take = { readonly type: number; readonly places: number };

/** Takes places of ticket types; a negative number puts them back. */
async function takePlaces(tx: Db, eventId: number, takes: readonly Take[]): Promise<void> {
  await tx.prepared("take_places", TAKE_PLACES, [
    eventId,
    takes.map(({ type }) => type),
    takes.map(({ places }) => places),
  ]);
}

const TAKE_PLACES = `
WITH lines AS (
  SELECT $1::bigint AS event_id, ticket_type_id, sum(quantity)::integer AS quantity
    FROM unnest($2::bigint[], $3::integer[]) AS taken (ticket_type_id, quantity) GROUP BY 2
), ${PLACES_OF_LINES}
UPDATE stock SET taken = stock.taken + locked.quantity
  FROM locked WHERE stock.event_id = locked.event_id AND stock.id = locked.id`;

/** Returns a statement that locks sale rows first, then stock rows in order. `holds_stock` ensures that places return only once. */
function returning(ended: string, change: string): string {
  return `
WITH ended AS MATERIALIZED (${ended}
), marked AS (
  UPDATE sale SET ${change}holds_stock = false, modified_at = now()
    FROM ended WHERE sale.event_id = ended.event_id AND sale.id = ended.id
), held AS (
  SELECT event_id, id FROM ended WHERE holds_stock
), ${placesOf("held")}, returned AS (
  UPDATE stock SET taken = stock.taken - locked.quantity
    FROM locked WHERE stock.event_id = locked.event_id AND stock.id = locked.id
)
SELECT count(*)::integer AS count, (count(*) FILTER (WHERE holds_stock))::integer AS held FROM ended`;
}

const RETURN_EXPIRED = returning(
  `
  SELECT event_id, id, holds_stock FROM sale
   WHERE status IN ('RESERVED', 'LOCKED') AND holds_stock AND expires_at <= now()
     AND ($1::bigint IS NULL OR event_id = $1)
   ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
  "",
);

const RELEASE_SALE = returning(
  `
  SELECT event_id, id, holds_stock FROM sale
   WHERE account_id = $1 AND key = $2 AND status IN ('RESERVED', 'LOCKED')
     AND expires_at > now() - make_interval(secs => $3)
     FOR UPDATE`,
  "status = 'RELEASED', ",
);

const END_EXPIRED_OF_CART = returning(
  `
  SELECT event_id, id, holds_stock FROM sale
   WHERE account_id = $1 AND cart_key = $2 AND status IN ('RESERVED', 'LOCKED') AND expires_at <= now()
   ORDER BY event_id, id FOR UPDATE`,
  "status = 'EXPIRED', ",
);

const RETURN_PLACES_OF = returning(
  `
  SELECT sale.event_id, sale.id, holds_stock FROM payment_attempt_sale paid
    JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
   WHERE attempt_id = $1 ORDER BY sale.event_id, sale.id FOR UPDATE OF sale`,
  "",
);
