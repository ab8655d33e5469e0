import type { Db } from "#src/platform/store/db.ts";

/** The most orders that one message names. */
const ORDERS_MAX = 20;

/**
 * Returns the keys of the paid sales with this address that are not over, a list for each payment, the newest first.
 * Addresses are compared without regard to case, as typed and with the domain in ASCII.
 */
export async function findOrdersOf(
  db: Db,
  accountId: number,
  addresses: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const rows = await db.query<{ keys: readonly string[] }>(
    `SELECT array_agg(sale.key ORDER BY sale.event_id, sale.id) AS keys
       FROM sale
      WHERE sale.account_id = $1 AND sale.status = 'CONFIRMED'
        AND lower(sale.buyer ->> 'EMAIL') = ANY ($2::text[])
        AND EXISTS (SELECT FROM sale_line line
                      JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
                      JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
                     WHERE line.event_id = sale.event_id AND line.sale_id = sale.id AND date.ends_at > now())
      GROUP BY sale.cart_key ORDER BY max(sale.modified_at) DESC LIMIT $3`,
    [accountId, addresses.map((address) => address.toLowerCase()), ORDERS_MAX],
  );
  return rows.map(({ keys }) => keys);
}
