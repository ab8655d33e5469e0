import type { Db } from "#src/platform/store/db.ts";
import type { CartState } from "#src/reservations/domain/cart-state.ts";
import type { SaleState } from "#src/reservations/domain/sale.ts";

export async function insertCart(db: Db, accountId: number, key: string): Promise<void> {
  await db.query(`INSERT INTO cart (key, account_id) VALUES ($1, $2)`, [key, accountId]);
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
