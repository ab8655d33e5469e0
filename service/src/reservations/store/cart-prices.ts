import type { Db } from "#src/platform/store/db.ts";
import type { CartLine } from "#src/pricing/domain/cart-price.ts";
import type { PricingRule, SavingWithTerms } from "#src/pricing/domain/engine/rule.ts";

/** Locks a cart's price row and creates it when there is none. Every transaction that calculates the price takes this lock. */
export async function lockCartPrice(tx: Db, accountId: number, cartKey: string): Promise<void> {
  await tx.prepared(
    "lock_cart_price",
    `INSERT INTO cart_price (cart_key, account_id) VALUES ($1, $2)
     ON CONFLICT (cart_key) DO UPDATE SET account_id = cart_price.account_id`,
    [cartKey, accountId],
  );
}

/** Locks a cart's price when it has one. A cart that no rule and no code applies to has none. */
export async function lockCartPriceIfAny(tx: Db, accountId: number, cartKey: string): Promise<boolean> {
  const rows = await tx.prepared(
    "lock_cart_price_if_any",
    `SELECT cart_key FROM cart_price WHERE cart_key = $1 AND account_id = $2 FOR UPDATE`,
    [cartKey, accountId],
  );
  return rows.length > 0;
}

/**
 * Returns whether a cart's price must be calculated again: its sales differ from those it was calculated for, or a discount
 * with a saving has ended and the first reservation with that saving has passed its first expiry. Paid sales keep their
 * price, so a cart with only paid sales is never out of date.
 */
export async function isOutOfDate(
  db: Db,
  accountId: number,
  cartKey: string,
  { reservationSeconds, latePaySeconds }: PriceLimits,
): Promise<boolean> {
  const [row] = await db.prepared<{ outOfDate: boolean }>(
    "is_out_of_date",
    `SELECT ${outOfDateSql("$2")} AS "outOfDate"`,
    [accountId, cartKey, latePaySeconds, reservationSeconds],
  );
  return row?.outOfDate === true;
}

export type PriceLimits = { readonly reservationSeconds: number; readonly latePaySeconds: number };

/**
 * Returns the SQL of whether the price of the cart with this key is out of date. The statement's parameters are the account, one of
 * its own, `latePaySeconds` and `reservationSeconds`.
 */
export function outOfDateSql(cartKey: string): string {
  return `coalesce((
  SELECT sale_ids <> unpaid AND (unpaid <> '{}' OR NOT paid) OR EXISTS (${ENDED_DISCOUNT})
    FROM cart_price, LATERAL (
      SELECT coalesce(array_agg(id ORDER BY id) FILTER (WHERE status IN ('RESERVED', 'LOCKED')), '{}') AS unpaid,
             coalesce(bool_or(status IN ('PROCESSING', 'CONFIRMED')), false) AS paid
        FROM sale priced WHERE priced.cart_key = cart_price.cart_key
         AND (status IN ('PROCESSING', 'CONFIRMED')
              OR (status IN ('RESERVED', 'LOCKED') AND expires_at > now() - make_interval(secs => $3)))) AS sales
   WHERE cart_price.cart_key = ${cartKey} AND cart_price.account_id = $1), false)`;
}

/** Discounts that have ended, and whose first reservation has passed its first expiry. An extension does not postpone that. */
const ENDED_DISCOUNT = `
SELECT FROM sale saved
  JOIN sale_saving saving ON saving.event_id = saved.event_id AND saving.sale_id = saved.id
  JOIN discount ON discount.account_id = $1 AND discount.id = split_part(saving.rule, ':', 2)::bigint
 WHERE saved.cart_key = cart_price.cart_key AND status IN ('RESERVED', 'LOCKED')
   AND expires_at > now() - make_interval(secs => $3)
   AND NOT (enabled AND coalesce(valid_from <= now(), true) AND coalesce(valid_to > now(), true))
 GROUP BY discount.id
HAVING min(created_at) <= now() - make_interval(secs => $4)`;

/** A line of a cart's unpaid sale. */
export type SaleLineRow = CartLine & {
  readonly saleId: number;
  readonly saleKey: string;
  readonly currency: string;
  readonly expired: boolean;
  readonly minimumPerOrder: number;
};

/** Returns the unpaid lines of a cart, expired or not, in the order in which they were reserved. */
export function listCartLines(
  db: Db,
  accountId: number,
  cartKey: string,
  latePaySeconds: number,
): Promise<readonly SaleLineRow[]> {
  return db.prepared<SaleLineRow>(
    "list_cart_lines",
    `SELECT sale.id || ':' || line.ticket_type_id AS id, sale.event_id AS "eventId", sale.id AS "saleId", sale.key AS "saleKey",
            sale.currency, expires_at <= now() AS expired,
            line.ticket_type_id AS "ticketTypeId", type.event_date_id AS "eventDateId", type.tags,
            type.code_required AS "codeRequired", type.hidden, type.minimum_per_order AS "minimumPerOrder",
            line.price_minor AS "priceMinor", line.fee_minor AS "feeMinor", line.quantity
       FROM sale
       JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id
       JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
      WHERE cart_key = $1 AND account_id = $2 AND status IN ('RESERVED', 'LOCKED')
        AND expires_at > now() - make_interval(secs => $3)
      ORDER BY sale.id, line.ticket_type_id`,
    [cartKey, accountId, latePaySeconds],
  );
}

export type PricedSaleLine = {
  readonly eventId: number;
  readonly saleId: number;
  readonly ticketTypeId: number;
  readonly totalMinor: number;
  readonly savings: readonly SavingWithTerms[];
};

/**
 * Writes the price of each line of a cart's sales, and the sales for which it was calculated. `keptRules`: a part of it was given
 * back, and these rules price the rest.
 */
export async function writeCartPrice(
  tx: Db,
  cartKey: string,
  lines: readonly PricedSaleLine[],
  keptRules?: readonly PricingRule[],
): Promise<void> {
  const sales = [...Map.groupBy(lines, ({ saleId }) => saleId)].map(([saleId, linesOfSale]) => ({
    saleId,
    eventId: linesOfSale[0]?.eventId ?? 0,
    totalMinor: linesOfSale.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
  }));
  const savings = lines.flatMap(({ savings, ...line }) => savings.map((saving) => ({ ...line, ...saving })));
  await tx.prepared("write_cart_price", WRITE_CART_PRICE, [
    sales.map(({ eventId }) => eventId),
    sales.map(({ saleId }) => saleId),
    sales.map(({ totalMinor }) => totalMinor),
    cartKey,
    keptRules === undefined ? null : JSON.stringify(keptRules),
  ]);
  if (savings.length === 0) return;
  await tx.prepared("write_savings", WRITE_SAVINGS, [
    savings.map(({ eventId }) => eventId),
    savings.map(({ saleId }) => saleId),
    savings.map(({ ticketTypeId }) => ticketTypeId),
    savings.map(({ ruleId }) => ruleId),
    savings.map(({ name }) => name),
    savings.map(({ minor }) => minor),
    savings.map(({ terms }) => JSON.stringify(terms)),
  ]);
}

const WRITE_CART_PRICE = `
WITH priced AS (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS priced (event_id, id, total_minor)
), totals AS (
  UPDATE sale SET total_minor = priced.total_minor, modified_at = now()
    FROM priced WHERE sale.event_id = priced.event_id AND sale.id = priced.id AND sale.total_minor <> priced.total_minor
), deleted AS (
  DELETE FROM sale_saving USING priced WHERE sale_saving.event_id = priced.event_id AND sale_saving.sale_id = priced.id
)
UPDATE cart_price SET sale_ids = coalesce((SELECT array_agg(id ORDER BY id) FROM priced), '{}'), kept_rules = $5::jsonb
 WHERE cart_key = $4`;

const WRITE_SAVINGS = `
INSERT INTO sale_saving (event_id, sale_id, ticket_type_id, rule, name, minor, terms)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::jsonb[])`;

/** Returns the rules that a cart keeps since a part of it was given back; `undefined` where nothing was. */
export async function findKeptRules(db: Db, cartKey: string): Promise<readonly PricingRule[] | undefined> {
  const [row] = await db.prepared<{ kept_rules: readonly PricingRule[] | null }>(
    "find_kept_rules",
    `SELECT kept_rules FROM cart_price WHERE cart_key = $1`,
    [cartKey],
  );
  return row?.kept_rules ?? undefined;
}

/** Returns whether a rule saves something in the cart, or a code has an effect on it. */
export async function hasSavingOrCodeEffect(db: Db, cartKey: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM sale JOIN sale_saving saving ON saving.event_id = sale.event_id AND saving.sale_id = sale.id
      WHERE cart_key = $1 AND status IN ('RESERVED', 'LOCKED')
      UNION ALL
     SELECT FROM cart_code WHERE cart_key = $1 AND result IN ('APPLIED', 'UNLOCKED', 'REVEALED') LIMIT 1`,
    [cartKey],
  );
  return rows.length > 0;
}

type NewSaving = SavingWithTerms & { readonly key: string; readonly ticketTypeId: number };

/** Writes the price row and savings of new carts. Each key is the first sale of its cart, written in this transaction. */
export async function insertCartPrices(tx: Db, keys: readonly string[], savings: readonly NewSaving[]): Promise<void> {
  await tx.prepared("insert_cart_prices", INSERT_CART_PRICES, [
    keys,
    savings.map(({ key }) => key),
    savings.map(({ ticketTypeId }) => ticketTypeId),
    savings.map(({ ruleId }) => ruleId),
    savings.map(({ name }) => name),
    savings.map(({ minor }) => minor),
    savings.map(({ terms }) => JSON.stringify(terms)),
  ]);
}

const INSERT_CART_PRICES = `
WITH first_sales AS (
  SELECT key, event_id, id, cart_key, account_id FROM sale WHERE key = ANY ($1::text[])
), priced AS (
  INSERT INTO cart_price (cart_key, account_id, sale_ids) SELECT cart_key, account_id, ARRAY[id] FROM first_sales
  )
INSERT INTO sale_saving (event_id, sale_id, ticket_type_id, rule, name, minor, terms)
SELECT event_id, id, ticket_type_id, rule, name, minor, terms
  FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::jsonb[])
       AS savings (key, ticket_type_id, rule, name, minor, terms) JOIN first_sales USING (key)`;
