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
