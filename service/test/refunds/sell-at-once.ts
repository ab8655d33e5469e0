import type { Db } from "#src/platform/store/db.ts";
import type { OnSale } from "#test/on-sale.ts";

export type Sold = { readonly attempt: string; readonly charge: string };

/**
 * Writes paid sales of one ticket of the first type each directly into the tables, 47.50 by card, with their places. Returns their
 * payments, whose charge has the id of its attempt unless `chargeOf` names another.
 */
export async function sellAtOnce(
  db: Db,
  { eventId, ticketTypeIds, caller }: OnSale,
  sales: number,
  charges: readonly Sold[] = Array.from({ length: sales }, (_, at) => ({
    attempt: `${eventId}-${at}`,
    charge: `${eventId}-${at}`,
  })),
): Promise<readonly Sold[]> {
  const key = (letter: string) => `'${letter}' || lpad($1::text, 3, '0') || lpad(nth::text, 6, '0')`;
  await db.query(
    `WITH charged AS (
       SELECT * FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS charged (attempt, charge, nth)
     ), sold AS (
       INSERT INTO sale (event_id, key, cart_key, account_id, user_id, status, currency, total_minor, created_at, expires_at, modified_at, buyer)
       SELECT $1::bigint, ${key("S")}, ${key("C")}, $2::bigint, $3::bigint, 'CONFIRMED', 'AUD', 4750, now(), now(), now(),
              json_build_object('EMAIL', 'buyer' || nth || '@example.com')
         FROM charged RETURNING id, cart_key)
     INSERT INTO payment_attempt (id, cart_key, account_id, user_id, amount_minor, card_minor, currency, methods, method_minors, state,
                                  processor_id, started_at, settled_at, next_check_at)
     SELECT attempt, ${key("C")}, $2, $3, 4750, 4750, 'AUD', '{CREDIT_CARD}', '{4750}', 'PAID', charge, now(), now(), now() FROM charged`,
    [eventId, caller.account.id, caller.id, charges.map(({ attempt }) => attempt), charges.map(({ charge }) => charge)],
  );
  await db.query(
    `INSERT INTO payment_attempt_sale (attempt_id, event_id, sale_id)
     SELECT attempt.id, event_id, sale.id FROM sale JOIN payment_attempt attempt USING (cart_key) WHERE event_id = $1`,
    [eventId],
  );
  await db.query(
    `INSERT INTO sale_line (event_id, sale_id, ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name)
     SELECT event_id, id, $2, 1, 4500, 250, 'Adult' FROM sale WHERE event_id = $1`,
    [eventId, ticketTypeIds[0]],
  );
  await db.query(
    `INSERT INTO admission (event_id, sale_id, ticket_type_id, status, price_minor, fee_minor, paid_minor, modified_at)
     SELECT event_id, id, $2, 'CONFIRMED', 4500, 250, 4750, now() FROM sale WHERE event_id = $1`,
    [eventId, ticketTypeIds[0]],
  );
  await db.query(`UPDATE stock SET taken = $2 WHERE event_id = $1`, [eventId, sales]);
  await db.query(`ANALYZE`);
  return charges;
}
