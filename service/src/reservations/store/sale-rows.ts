import type { Db } from "#src/platform/store/db.ts";
import type { Renderer } from "#src/platform/store/outbox.ts";
import type { Buyer, SaleState } from "#src/reservations/domain/sale.ts";
import type { SaleRow } from "#src/reservations/domain/sale-row.ts";
import { placesOf } from "#src/stock/store/places.ts";
import { lockSalesWhere, type Row, secondsLeft, toSaleRow } from "./lock-sales.ts";

/** Locks one sale, or all sales of a cart, in the order of event and id that every transaction uses. */
export async function lockSales(
  tx: Db,
  accountId: number,
  scope: { readonly key: string } | { readonly cartKey: string },
  latePaySeconds: number,
): Promise<readonly SaleRow[]> {
  const rows =
    "cartKey" in scope
      ? await tx.prepared<Row>("lock_sales_of_cart", lockSalesWhere("cart_key"), [
          accountId,
          scope.cartKey,
          latePaySeconds,
        ])
      : await tx.prepared<Row>("lock_sale", lockSalesWhere("key"), [accountId, scope.key, latePaySeconds]);
  return rows.map(toSaleRow);
}

/** Locks the sales of a payment attempt, in the same order. */
export async function lockSalesOfAttempt(tx: Db, attemptId: string): Promise<readonly SaleRow[]> {
  const rows = await tx.prepared<Row>(
    "lock_sales_of_attempt",
    `SELECT sale.event_id, sale.id, key, cart_key, status, total_minor, currency, holds_stock,
            expires_at <= now() AS expired, false AS past_grace, ${secondsLeft()}
       FROM payment_attempt_sale paid
       JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
      WHERE attempt_id = $1 ORDER BY sale.event_id, sale.id FOR UPDATE OF sale`,
    [attemptId],
  );
  return rows.map(toSaleRow);
}

/** What a sale gets with its next state. Absent values stay. */
export type SaleChange = {
  readonly buyer?: Buyer | undefined;
  readonly reference?: string;
  /** Where messages about it are rendered. */
  readonly renderer?: Renderer | undefined;
};

/** Moves each of these locked sales to another state. Throws when one is not in a state of `from`. */
export async function moveSales(
  tx: Db,
  sales: readonly SaleRow[],
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
  sales: readonly SaleRow[],
  reservationSeconds: number,
  reservationCeilingSeconds: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.prepared<{ id: number; seconds_left: number }>(
    "extend_sales",
    `UPDATE sale SET expires_at = until, modified_at = now()
       FROM unnest($1::bigint[], $2::bigint[]) AS extended (event_id, id), LATERAL (
              SELECT least(now() + make_interval(secs => $3), created_at + make_interval(secs => $4)) AS until
                FROM sale WHERE sale.event_id = extended.event_id AND sale.id = extended.id) AS extension
                WHERE sale.event_id = extended.event_id AND sale.id = extended.id AND expires_at > now() AND until > expires_at
  RETURNING sale.id, ${secondsLeft()}`,
    [...idsOf(sales), reservationSeconds, reservationCeilingSeconds],
  );
  return new Map(rows.map(({ id, seconds_left }) => [id, seconds_left]));
}

/** Takes the places of expired sales again for a late payment. Violates `never_oversold` when they are taken. */
export async function retakePlaces(tx: Db, sales: readonly SaleRow[]): Promise<void> {
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

function idsOf(sales: readonly SaleRow[]): readonly [readonly number[], readonly number[]] {
  return [sales.map(({ eventId }) => eventId), sales.map(({ id }) => id)];
}
