import type { Db } from "#src/platform/store/db.ts";
import type { Buyer, SaleState } from "#src/reservations/domain/sale.ts";
import type { SaleRow } from "#src/reservations/domain/sale-row.ts";
import { placesOf } from "#src/stock/store/places.ts";

type Row = {
  event_id: number;
  id: number;
  key: string;
  cart_key: string;
  status: SaleState;
  total_minor: number;
  currency: string;
  expired: boolean;
  past_grace: boolean;
  holds_stock: boolean;
};

/** Locks one sale, or all sales of a cart, in the order of event and id that every transaction uses. */
export async function lockSales(
  tx: Db,
  accountId: number,
  scope: { readonly key: string } | { readonly cartKey: string },
  latePaySeconds: number,
): Promise<readonly SaleRow[]> {
  const byKey = "key" in scope;
  const rows = await tx.prepared<Row>(
    byKey ? "lock_sale" : "lock_sales_of_cart",
    `SELECT event_id, id, key, cart_key, status, total_minor, currency, holds_stock,
            expires_at <= now() AS expired, expires_at <= now() - make_interval(secs => $3) AS past_grace
       FROM sale WHERE account_id = $1 AND ${byKey ? "key" : "cart_key"} = $2 AND status NOT IN ('RELEASED', 'EXPIRED')
      ORDER BY event_id, id FOR UPDATE`,
    [accountId, byKey ? scope.key : scope.cartKey, latePaySeconds],
  );
  return rows.map(toSaleRow);
}

/** Locks the sales of a payment attempt, in the same order. */
export async function lockSalesOfAttempt(tx: Db, attemptId: string): Promise<readonly SaleRow[]> {
  const rows = await tx.prepared<Row>(
    "lock_sales_of_attempt",
    `SELECT sale.event_id, sale.id, key, cart_key, status, total_minor, currency, holds_stock,
            expires_at <= now() AS expired, false AS past_grace
       FROM payment_attempt_sale paid
       JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
      WHERE attempt_id = $1 ORDER BY sale.event_id, sale.id FOR UPDATE OF sale`,
    [attemptId],
  );
  return rows.map(toSaleRow);
}

/** What a sale gets with its next state. Absent values stay. */
export type SaleChange = { readonly buyer?: Buyer | undefined; readonly reference?: string };

/** Moves each of these locked sales to another state. Throws when one is not in a state of `from`. */
export async function moveSales(
  tx: Db,
  sales: readonly SaleRow[],
  from: readonly SaleState[],
  to: SaleState,
  { buyer, reference }: SaleChange = {},
): Promise<void> {
  const rows = await tx.prepared<{ id: number }>(
    "move_sales",
    `UPDATE sale SET status = $4, buyer = coalesce($5::jsonb, buyer), reference = coalesce($6, reference), modified_at = now()
       FROM unnest($1::bigint[], $2::bigint[]) AS moved (event_id, id)
      WHERE sale.event_id = moved.event_id AND sale.id = moved.id AND sale.status = ANY ($3::text[])
  RETURNING sale.id`,
    [...idsOf(sales), from, to, buyer === undefined ? null : JSON.stringify(buyer), reference ?? null],
  );
  if (rows.length !== sales.length) throw new Error(`A sale was not ${from.join(" or ")} when it moved to ${to}.`);
}

/** Extends sales to their full time from now, up to the ceiling. Returns the number of sales that gained time. */
export async function extendSales(
  tx: Db,
  sales: readonly SaleRow[],
  reservationSeconds: number,
  reservationCeilingSeconds: number,
): Promise<number> {
  const rows = await tx.prepared<{ id: number }>(
    "extend_sales",
    `UPDATE sale SET expires_at = until, modified_at = now()
       FROM unnest($1::bigint[], $2::bigint[]) AS extended (event_id, id), LATERAL (
              SELECT least(now() + make_interval(secs => $3), created_at + make_interval(secs => $4)) AS until
                FROM sale WHERE sale.event_id = extended.event_id AND sale.id = extended.id) AS extension
                WHERE sale.event_id = extended.event_id AND sale.id = extended.id AND expires_at > now() AND until > expires_at
  RETURNING sale.id`,
    [...idsOf(sales), reservationSeconds, reservationCeilingSeconds],
  );
  return rows.length;
}

/** Returns the seconds until the first of these sales expires, by the clock of the database. */
export async function secondsLeftOf(tx: Db, sales: readonly SaleRow[]): Promise<number> {
  const [row] = await tx.prepared<{ seconds: number }>(
    "seconds_left_of",
    `SELECT greatest(0, floor(extract(epoch FROM min(expires_at) - now())))::integer AS seconds
       FROM sale JOIN unnest($1::bigint[], $2::bigint[]) AS locked (event_id, id)
       ON sale.event_id = locked.event_id AND sale.id = locked.id`,
    [...idsOf(sales)],
  );
  return row?.seconds ?? 0;
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

function toSaleRow(row: Row): SaleRow {
  return {
    eventId: row.event_id,
    id: row.id,
    key: row.key,
    cartKey: row.cart_key,
    status: row.status,
    total: { minor: row.total_minor, currency: row.currency },
    expired: row.expired,
    pastGrace: row.past_grace,
    holdsStock: row.holds_stock,
  };
}
