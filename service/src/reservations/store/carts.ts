import type { Db } from "#src/platform/store/db.ts";
import { Conflict } from "#src/platform/store/faults.ts";
import type { CartState } from "#src/reservations/domain/cart.ts";
import type { SaleState } from "#src/reservations/domain/sale.ts";
import { NAME_OF_SALE } from "./sources.ts";

export async function insertCart(db: Db, accountId: number, key: string): Promise<void> {
  await db.query(`INSERT INTO cart (key, account_id) VALUES ($1, $2)`, [key, accountId]);
}

/**
 * Locks carts that were created and never used, in the order of their keys. Throws a `Conflict` when another transaction has used
 * one of them since its state was read.
 */
export async function lockUnusedCarts(tx: Db, keys: readonly string[]): Promise<void> {
  const locked = await lockCarts(tx, keys);
  if (locked < keys.length) throw new Conflict("A cart began after its state was read.");
}

/** Locks the rows of carts that were not used before, and returns their number. A cart that was used has none. */
export async function lockCarts(tx: Db, keys: readonly string[]): Promise<number> {
  const sql = `SELECT key FROM cart WHERE key = ANY ($1::text[]) ORDER BY key FOR UPDATE`;
  return (await tx.prepared("lock_carts", sql, [keys])).length;
}

/** Ends the rows of carts in which this transaction reserves: from now on a cart is known by its sales. */
export async function endUnusedCarts(tx: Db, keys: readonly string[]): Promise<void> {
  await tx.prepared("end_unused_carts", `DELETE FROM cart WHERE key = ANY ($1::text[])`, [keys]);
}

type CartRow = {
  key: string;
  account_id: number;
  status: SaleState | null;
  expired: boolean;
  currency: string;
  is_priced: boolean;
};

/** Returns the state of each cart that was created or has a reservation, by its key. */
export async function findCartStates(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, CartState>> {
  const rows = await db.prepared<CartRow>(
    "find_cart_states",
    `SELECT key, account_id, NULL AS status, false AS expired, '' AS currency, false AS is_priced
       FROM cart WHERE key = ANY ($1::text[])
      UNION ALL
     SELECT cart_key, account_id, NULL, false, '', true FROM cart_price WHERE cart_key = ANY ($1::text[])
      UNION ALL
     SELECT cart_key, account_id, status, expires_at <= now(), currency, false
       FROM sale WHERE cart_key = ANY ($1::text[])`,
    [keys],
  );
  const carts = new Map<string, CartState>();
  for (const { key, account_id: accountId, status, expired, currency, is_priced } of rows) {
    const { sales = [], isPriced = false } = carts.get(key) ?? {};
    const more = status === null ? sales : [...sales, { status, expired, currency }];
    carts.set(key, { key, accountId, isPriced: isPriced || is_priced, sales: more });
  }
  return carts;
}

/** Returns the state of a cart of this account, or `undefined`. */
export async function findCartState(db: Db, accountId: number, key: string): Promise<CartState | undefined> {
  const cart = (await findCartStates(db, [key])).get(key);
  return cart?.accountId === accountId ? cart : undefined;
}

/**
 * Deletes the oldest reservations that ended this long ago without a payment attempt, at most `limit`, with their lines. Also
 * deletes the codes and the price of carts that have no other sale. Counts the tickets of the expired ones by source. Returns the number of deleted reservations.
 */
export async function deleteAbandoned(db: Db, seconds: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const deleted = await tx.query<{ cart_key: string }>(DELETE_SALES, [seconds, limit]);
    const carts = [...new Set(deleted.map(({ cart_key }) => cart_key))];
    if (carts.length > 0) await deletePrices(tx, carts);
    return deleted.length;
  });
}

/** Deletes the oldest carts that were created this long ago, at most `limit`. A cart with a sale remains known by its sale. */
export async function deleteOldCarts(db: Db, seconds: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const deleted = await tx.query<{ key: string }>(
      `DELETE FROM cart
        WHERE key IN (SELECT key FROM cart WHERE created_at < now() - make_interval(secs => $1)
                       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING key`,
      [seconds, limit],
    );
    if (deleted.length > 0)
      await deletePrices(
        tx,
        deleted.map(({ key }) => key),
      );
    return deleted.length;
  });
}

/** The first payment attempt sets the reference. Sales from before references existed may have an attempt and no reference. */
const DELETE_SALES = `
WITH abandoned AS MATERIALIZED (
  SELECT event_id, id, account_id, user_id, created_at, status, source FROM sale
   WHERE status IN ('RELEASED', 'EXPIRED') AND reference IS NULL AND NOT holds_stock
     AND expires_at < now() - make_interval(secs => $1)
     AND NOT EXISTS (SELECT FROM payment_attempt_sale tried WHERE tried.event_id = sale.event_id AND tried.sale_id = sale.id)
   ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
), counted AS (
  INSERT INTO source_expired AS present (account_id, hour, event_id, source, count)
  SELECT sale.account_id, date_trunc('hour', sale.created_at, 'UTC') AS hour, sale.event_id, ${NAME_OF_SALE} AS name, sum(line.quantity)
    FROM abandoned sale
    JOIN account_user seller ON seller.id = sale.user_id
    JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id
    JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id AND type.kind = 'TICKETS'
   WHERE sale.status = 'EXPIRED' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, hour, event_id, source) DO UPDATE SET count = present.count + excluded.count
), lines AS (
  DELETE FROM sale_line USING abandoned
   WHERE sale_line.event_id = abandoned.event_id AND sale_line.sale_id = abandoned.id
), savings AS (
  DELETE FROM sale_saving USING abandoned
   WHERE sale_saving.event_id = abandoned.event_id AND sale_saving.sale_id = abandoned.id
)
DELETE FROM sale USING abandoned WHERE sale.event_id = abandoned.event_id AND sale.id = abandoned.id
RETURNING sale.cart_key`;

/**
 * Deletes codes and prices of those carts that have no sale. Keeps a cart that holds the use of a code, and one that a buyer is
 * using, whose row is locked. Carts are checked once they are locked: the second statement sees what was written until then.
 */
async function deletePrices(tx: Db, cartKeys: readonly string[]): Promise<void> {
  const locked = await tx.query<{ cart_key: string }>(
    `SELECT cart_key FROM cart_price WHERE cart_key = ANY ($1::text[]) ORDER BY cart_key FOR UPDATE SKIP LOCKED`,
    [cartKeys],
  );
  const unused = await tx.query<{ cart_key: string }>(
    `SELECT cart_key FROM unnest($1::text[]) AS locked (cart_key)
      WHERE NOT EXISTS (SELECT FROM sale WHERE sale.cart_key = locked.cart_key)
        AND NOT EXISTS (SELECT FROM cart_code WHERE cart_code.cart_key = locked.cart_key AND holds_use)`,
    [locked.map(({ cart_key }) => cart_key)],
  );
  const keys = unused.map(({ cart_key }) => cart_key);
  if (keys.length === 0) return;
  await tx.query(`DELETE FROM cart_code WHERE cart_key = ANY ($1::text[])`, [keys]);
  await tx.query(`DELETE FROM cart_price WHERE cart_key = ANY ($1::text[])`, [keys]);
}
