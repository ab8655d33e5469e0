import type { Db } from "#src/platform/store/db.ts";
import type { Renderer } from "#src/platform/store/outbox.ts";
import { moneyOf } from "#src/platform/store/rows.ts";
import type { Buyer, CancelledTickets, LockedSale, SaleState } from "#src/reservations/domain/sale.ts";
import { placesOf } from "#src/stock/store/places.ts";

/** Locks one sale, or all sales of a cart, in the order of event and id that every transaction uses. */
export async function lockSales(
  tx: Db,
  accountId: number,
  scope: { readonly key: string } | { readonly cartKey: string },
  latePaySeconds: number,
): Promise<readonly LockedSale[]> {
  return "cartKey" in scope
    ? tx.prepared("lock_sales_of_cart", lockSalesWhere("cart_key"), [accountId, scope.cartKey, latePaySeconds])
    : tx.prepared("lock_sale", lockSalesWhere("key"), [accountId, scope.key, latePaySeconds]);
}

/** Locks the sales of a payment attempt, in the same order. */
export async function lockSalesOfAttempt(tx: Db, attemptId: string): Promise<readonly LockedSale[]> {
  return tx.prepared(
    "lock_sales_of_attempt",
    `SELECT sale.event_id AS "eventId", sale.id, key, cart_key AS "cartKey", status, ${moneyOf("total_minor")} AS total,
            holds_stock AS "holdsStock", expires_at <= now() AS expired, false AS "pastGrace", ${secondsLeft()}, sale.request
       FROM payment_attempt_sale paid
       JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
      WHERE attempt_id = $1 ORDER BY sale.event_id, sale.id FOR UPDATE OF sale`,
    [attemptId],
  );
}

/** What is written to a sale together with its next state. Absent values stay. */
type SaleChange = {
  readonly buyer?: Buyer | undefined;
  readonly reference?: string;
  /** Where messages about it are rendered. */
  readonly renderer?: Renderer | undefined;
};

/** Moves each of these locked sales to another state. Throws when one is not in a state of `from`. */
export async function moveSales(
  tx: Db,
  sales: readonly LockedSale[],
  from: readonly SaleState[],
  to: SaleState,
  change: SaleChange = {},
): Promise<void> {
  const { buyer, reference, renderer } = change;
  const rows = await tx.prepared<{ id: number }>(
    "move_sales",
    `UPDATE sale SET status = $4, buyer = coalesce($5::jsonb, sale.buyer), modified_at = now(),
            reference = coalesce($6, sale.reference), messages = coalesce($7::jsonb, sale.messages)
       FROM unnest($1::bigint[], $2::bigint[]) AS moved (event_id, id)
      WHERE sale.event_id = moved.event_id AND sale.id = moved.id AND sale.status = ANY ($3::text[])
  RETURNING sale.id`,
    [
      ...idsOf(sales),
      from,
      to,
      buyer === undefined ? null : JSON.stringify(buyer),
      reference ?? null,
      renderer === undefined ? null : JSON.stringify(renderer),
    ],
  );
  if (rows.length !== sales.length) throw new Error(`A sale was not ${from.join(" or ")} when it moved to ${to}.`);
}

/** Extends sales to their full time from now, up to the ceiling. Returns the seconds left of those that gained time, by id. */
export async function extendSales(
  tx: Db,
  sales: readonly LockedSale[],
  reservationSeconds: number,
  reservationCeilingSeconds: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.prepared<{ id: number; secondsLeft: number }>(
    "extend_sales",
    `UPDATE sale SET expires_at = until, modified_at = now()
       FROM unnest($1::bigint[], $2::bigint[]) AS extended (event_id, id), LATERAL (
              SELECT least(now() + make_interval(secs => $3), created_at + make_interval(secs => $4)) AS until
                FROM sale WHERE sale.event_id = extended.event_id AND sale.id = extended.id) AS extension
                WHERE sale.event_id = extended.event_id AND sale.id = extended.id AND expires_at > now() AND until > expires_at
  RETURNING sale.id, ${secondsLeft()}`,
    [...idsOf(sales), reservationSeconds, reservationCeilingSeconds],
  );
  return new Map(rows.map(({ id, secondsLeft }) => [id, secondsLeft]));
}

/** Takes the places of expired sales again for a late payment. Violates `never_oversold` when they are taken. */
export async function retakePlaces(tx: Db, sales: readonly LockedSale[]): Promise<void> {
  await tx.prepared("retake_places", RETAKE_PLACES, [...idsOf(sales)]);
}

const RETAKE_PLACES = `
WITH late AS (
  SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS late (event_id, id)
), marked AS (
  UPDATE sale SET holds_stock = true FROM late
   WHERE sale.event_id = late.event_id AND sale.id = late.id AND NOT sale.holds_stock
), ${placesOf("late")}
UPDATE stock SET taken = stock.taken + locked.quantity
  FROM locked WHERE stock.event_id = locked.event_id AND stock.id = locked.id`;

/** The key of each sale's row. */
export type SaleIds = readonly { readonly eventId: number; readonly id: number }[];

/** Returns the keys of these sales as two arrays, for `unnest`. */
export function idsOf(sales: SaleIds): readonly [eventIds: readonly number[], ids: readonly number[]] {
  return [sales.map(({ eventId }) => eventId), sales.map(({ id }) => id)];
}

/** Returns a column with the seconds until this expiry, and 0 afterwards. */
function secondsLeft(expiry = "expires_at"): string {
  return `greatest(0, floor(extract(epoch FROM ${expiry} - now())))::integer AS "secondsLeft"`;
}

/** Returns the statement that locks the sales with this key, or of the cart with it. */
function lockSalesWhere(column: "key" | "cart_key"): string {
  return `
SELECT event_id AS "eventId", id, key, cart_key AS "cartKey", status, ${moneyOf("total_minor")} AS total,
       holds_stock AS "holdsStock", expires_at <= now() AS expired,
       expires_at <= now() - make_interval(secs => $3) AS "pastGrace", ${secondsLeft()}
  FROM sale WHERE account_id = $1 AND ${column} = $2 AND status NOT IN ('RELEASED', 'EXPIRED')
 ORDER BY event_id, id FOR UPDATE`;
}

/** Returns the ticket types of locked sales whose date or event was cancelled after the reservation. */
export async function listCancelledTickets(tx: Db, sales: SaleIds): Promise<readonly CancelledTickets[]> {
  return tx.prepared<CancelledTickets>(
    "list_cancelled_tickets",
    `SELECT type.id AS "ticketTypeId", event.name AS "eventName"
       FROM unnest($1::bigint[], $2::bigint[]) AS locked (event_id, id)
       JOIN event ON event.id = locked.event_id
       JOIN sale_line line ON line.event_id = locked.event_id AND line.sale_id = locked.id
       JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
      WHERE event.cancelled OR date.cancelled
      ORDER BY locked.event_id, locked.id, type.id`,
    idsOf(sales),
  );
}
