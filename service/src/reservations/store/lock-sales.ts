import { ALONE, type SetStatement } from "#src/platform/store/merged.ts";
import type { SaleState } from "#src/reservations/domain/sale.ts";
import type { SaleRow } from "#src/reservations/domain/sale-row.ts";

export type Row = {
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
  seconds_left: number;
};

/** Returns a column with the seconds until this expiry, and 0 afterwards. */
export function secondsLeft(expiry = "expires_at"): string {
  return `greatest(0, floor(extract(epoch FROM ${expiry} - now())))::integer AS seconds_left`;
}

/** Returns the statement that locks the sales with this key, or of the cart with it. */
export function lockSalesWhere(column: "key" | "cart_key"): string {
  return `
SELECT event_id, id, key, cart_key, status, total_minor, currency, holds_stock,
       expires_at <= now() AS expired, expires_at <= now() - make_interval(secs => $3) AS past_grace, ${secondsLeft()}
  FROM sale WHERE account_id = $1 AND ${column} = $2 AND status NOT IN ('RELEASED', 'EXPIRED')
 ORDER BY event_id, id FOR UPDATE`;
}

type CartToLock = { readonly accountId: number; readonly cartKey: string; readonly latePaySeconds: number };

/**
 * In a joined transaction no cart waits for a row that another transaction has locked: such a cart, one named twice, and one
 * with a sale that has lost its places get a transaction of their own.
 */
export const LOCK_SALES_OF_CART: SetStatement<CartToLock, readonly SaleRow[]> = {
  async run(tx, carts, mayLeave) {
    const [only] = carts;
    if (only !== undefined && !mayLeave) {
      const values = [only.accountId, only.cartKey, only.latePaySeconds];
      const rows = await tx.prepared<Row>("lock_sales_of_cart", lockSalesWhere("cart_key"), values);
      return [rows.map(toSaleRow)];
    }
    const rows = await tx.prepared<Row & { nth: number; is_locked: boolean }>(
      "lock_sales_of_carts",
      LOCK_SALES_OF_CARTS,
      [
        carts.map(({ accountId }) => accountId),
        carts.map(({ cartKey }) => cartKey),
        carts.map(({ latePaySeconds }) => latePaySeconds),
      ],
    );
    const byCart = Map.groupBy(rows, ({ nth }) => nth);
    return carts.map(({ cartKey }, at) => {
      const ofCart = byCart.get(at + 1) ?? [];
      const isFirst = carts.findIndex((one) => one.cartKey === cartKey) === at;
      return isFirst && areReady(ofCart) ? ofCart.map(toSaleRow) : ALONE;
    });
  },
};

const LOCK_SALES_OF_CARTS = `
WITH cart AS (
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::integer[]) WITH ORDINALITY AS cart (account_id, cart_key, late, nth)
), locked AS MATERIALIZED (
  SELECT sale.event_id, sale.id, key, sale.cart_key, status, total_minor, currency, holds_stock, expires_at
    FROM sale WHERE cart_key = ANY ($2::text[]) AND status NOT IN ('RELEASED', 'EXPIRED')
   ORDER BY event_id, id FOR UPDATE SKIP LOCKED
)
SELECT nth, locked.id IS NOT NULL AS is_locked, locked.event_id, locked.id, locked.key, locked.cart_key, locked.status,
       locked.total_minor, locked.currency, locked.holds_stock, locked.expires_at <= now() AS expired,
       locked.expires_at <= now() - make_interval(secs => late) AS past_grace, ${secondsLeft("locked.expires_at")}
  FROM cart JOIN sale ON sale.account_id = cart.account_id AND sale.cart_key = cart.cart_key
  LEFT JOIN locked ON locked.event_id = sale.event_id AND locked.id = sale.id
 WHERE sale.status NOT IN ('RELEASED', 'EXPIRED')
 ORDER BY locked.event_id, locked.id`;

/** Returns whether all sales are locked and have their places, so that a joined transaction can go on with them. */
function areReady(rows: readonly { readonly is_locked: boolean; readonly holds_stock: boolean }[]): boolean {
  return rows.every((row) => row.is_locked && row.holds_stock);
}

/** Like the sales of carts: in a joined transaction no attempt waits. */
export const LOCK_SALES_OF_ATTEMPT: SetStatement<string, readonly SaleRow[]> = {
  async run(tx, attemptIds, mayLeave) {
    if (!mayLeave) {
      const rows = await tx.prepared<Row>(
        "lock_sales_of_attempt",
        `SELECT sale.event_id, sale.id, key, cart_key, status, total_minor, currency, holds_stock,
                expires_at <= now() AS expired, false AS past_grace, ${secondsLeft()}
           FROM payment_attempt_sale paid
           JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
          WHERE attempt_id = $1 ORDER BY sale.event_id, sale.id FOR UPDATE OF sale`,
        [attemptIds[0]],
      );
      return [rows.map(toSaleRow)];
    }
    const rows = await tx.prepared<Row & { attempt_id: string; is_locked: boolean }>(
      "lock_sales_of_attempts",
      LOCK_SALES_OF_ATTEMPTS,
      [attemptIds],
    );
    const byAttempt = Map.groupBy(rows, ({ attempt_id }) => attempt_id);
    return attemptIds.map((id, at) => {
      const ofAttempt = byAttempt.get(id) ?? [];
      return attemptIds.indexOf(id) === at && areReady(ofAttempt) ? ofAttempt.map(toSaleRow) : ALONE;
    });
  },
};

const LOCK_SALES_OF_ATTEMPTS = `
WITH locked AS MATERIALIZED (
  SELECT sale.event_id, sale.id, key, cart_key, status, total_minor, currency, holds_stock, expires_at
    FROM payment_attempt_sale paid
    JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
   WHERE attempt_id = ANY ($1::text[]) ORDER BY sale.event_id, sale.id FOR UPDATE OF sale SKIP LOCKED
)
SELECT attempt_id, locked.id IS NOT NULL AS is_locked, locked.event_id, locked.id, key, cart_key, status, total_minor, currency,
       holds_stock, expires_at <= now() AS expired, false AS past_grace, ${secondsLeft()}
  FROM payment_attempt_sale paid LEFT JOIN locked ON locked.event_id = paid.event_id AND locked.id = paid.sale_id
 WHERE attempt_id = ANY ($1::text[]) ORDER BY locked.event_id, locked.id`;

export function toSaleRow(row: Row): SaleRow {
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
    secondsLeft: row.seconds_left,
  };
}
