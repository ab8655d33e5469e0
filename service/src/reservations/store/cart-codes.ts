import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";

/** A code of a cart, with its result. */
export type CartCode = CodeAnswer & { readonly codeId: number | undefined; readonly hasClaimedUse: boolean };

/** Returns the codes of a cart in the order in which they were typed, each with its result. */
export async function listCartCodes(db: Db, cartKey: string): Promise<readonly CartCode[]> {
  const rows = await db.prepared<RowOf<CartCode>>(
    "list_cart_codes",
    `SELECT typed AS code, result, saving_minor AS "savingMinor", code_id AS "codeId", holds_use AS "hasClaimedUse"
       FROM cart_code WHERE cart_key = $1 ORDER BY position`,
    [cartKey],
  );
  return rows.map(shapeOf<CartCode>);
}

/** Returns the SQL of the same codes as JSON, of the cart with this key. */
export function cartCodesSql(cartKey: string): string {
  return `(SELECT coalesce(json_agg(json_build_object('code', typed, 'result', result, 'savingMinor', saving_minor,
                                    'codeId', code_id, 'hasClaimedUse', holds_use) ORDER BY position), '[]')
             FROM cart_code WHERE cart_code.cart_key = ${cartKey})`;
}

/** Replaces the codes of a cart. `countUses` counts their uses. */
export async function setCartCodes(tx: Db, cartKey: string, codes: readonly CartCode[]): Promise<void> {
  await tx.prepared("delete_cart_codes", `DELETE FROM cart_code WHERE cart_key = $1`, [cartKey]);
  if (codes.length === 0) return;
  await tx.prepared(
    "set_cart_codes",
    `INSERT INTO cart_code (cart_key, position, typed, code_id, holds_use, result, saving_minor)
     SELECT $1, position, typed, code_id, holds_use, result, saving_minor
       FROM unnest($2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::bigint[])
            WITH ORDINALITY AS codes (typed, code_id, holds_use, result, saving_minor, position)`,
    [
      cartKey,
      codes.map(({ code }) => code),
      codes.map(({ codeId }) => codeId ?? null),
      codes.map(({ hasClaimedUse }) => hasClaimedUse),
      codes.map(({ result }) => result),
      codes.map(({ savingMinor }) => savingMinor ?? null),
    ],
  );
}

/** Takes or returns uses of codes. Violates `never_used_too_often` when none are left. */
export async function countUses(tx: Db, codeIds: readonly number[], by: 1 | -1): Promise<void> {
  if (codeIds.length === 0) return;
  await tx.prepared(
    "count_uses",
    `WITH locked AS MATERIALIZED (SELECT id FROM code WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE)
     UPDATE code SET uses = uses + $2 FROM locked WHERE code.id = locked.id`,
    [codeIds, by],
  );
}

const CHUNK = 500;

/** The SQL of sales that need the cart's uses. One paid before the cart's price was last calculated has spent its uses already. */
const LIVE = `SELECT FROM sale WHERE sale.cart_key = cart_price.cart_key
                 AND (status = 'PROCESSING' OR (status = 'CONFIRMED' AND sale.id = ANY (sale_ids))
                      OR (status IN ('RESERVED', 'LOCKED') AND expires_at > now()))`;

/**
 * Puts back the uses of carts in which no live reservation and no payment needs them. Each cart is checked again under its
 * lock: a late payment takes that lock, and the second statement sees what it wrote.
 */
export async function returnExpiredUses(db: Db, codeIds?: readonly number[]): Promise<void> {
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const carts = await tx.prepared<{ cart_key: string }>("lock_carts_without_sales", LOCK_CARTS, [
        codeIds ?? null,
        CHUNK,
      ]);
      if (carts.length > 0) await tx.prepared("return_uses", RETURN_USES, [carts.map(({ cart_key }) => cart_key)]);
      return carts.length;
    });
    if (count < CHUNK) return;
  }
}

const LOCK_CARTS = `
SELECT cart_key FROM cart_price
 WHERE cart_key IN (SELECT cart_key FROM cart_code WHERE holds_use AND ($1::bigint[] IS NULL OR code_id = ANY ($1)))
   AND NOT EXISTS (${LIVE})
 ORDER BY cart_key LIMIT $2 FOR UPDATE SKIP LOCKED`;

const RETURN_USES = `
WITH ended AS (
  SELECT cart_key FROM cart_price WHERE cart_key = ANY ($1) AND NOT EXISTS (${LIVE})
), given AS (
  UPDATE cart_code SET holds_use = false FROM ended WHERE cart_code.cart_key = ended.cart_key AND holds_use
  RETURNING code_id
), counted AS (
  SELECT code_id, count(*)::integer AS count FROM given GROUP BY code_id
), locked AS MATERIALIZED (
  SELECT id, count FROM code JOIN counted ON counted.code_id = code.id ORDER BY id FOR UPDATE OF code
)
UPDATE code SET uses = uses - locked.count FROM locked WHERE code.id = locked.id`;

/** Returns whether the cart's uses belong to sales that are paid or being paid. */
export async function areUsesPaidFor(tx: Db, cartKey: string): Promise<boolean> {
  const rows = await tx.prepared(
    "are_uses_paid_for",
    `SELECT FROM cart_price JOIN sale USING (cart_key)
      WHERE cart_key = $1 AND status IN ('PROCESSING', 'CONFIRMED') AND sale.id = ANY (sale_ids) LIMIT 1`,
    [cartKey],
  );
  return rows.length > 0;
}

/** Detaches the uses from the cart. They stay counted, but the next purchase in the cart does not have them. */
export async function spendUses(tx: Db, cartKey: string): Promise<void> {
  await tx.prepared("spend_uses", `UPDATE cart_code SET holds_use = false WHERE cart_key = $1 AND holds_use`, [
    cartKey,
  ]);
}

export async function markInUse(tx: Db, cartKey: string, codeIds: readonly number[]): Promise<void> {
  await tx.query(`UPDATE cart_code SET holds_use = true WHERE cart_key = $1 AND code_id = ANY ($2)`, [
    cartKey,
    codeIds,
  ]);
}
