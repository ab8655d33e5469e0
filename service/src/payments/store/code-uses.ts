import type { Db } from "#src/platform/store/db.ts";

/** Records the uses of codes that this attempt spends when it is paid. The caller has locked the cart's price. */
export async function recordCodeUses(tx: Db, attemptId: string, cartKey: string): Promise<void> {
  await tx.prepared(
    "record_code_uses",
    `INSERT INTO payment_code_use (attempt_id, code_id)
     SELECT DISTINCT $1, code_id FROM cart_code WHERE cart_key = $2 AND holds_use AND code_id IS NOT NULL`,
    [attemptId, cartKey],
  );
}

/**
 * Gives back the uses of codes that a paid attempt has spent, once every ticket that it paid for is refunded or returned. While
 * the cart still holds them they are detached from it first, so that they are not given back twice. The caller has locked the
 * cart's price.
 */
export async function returnCodeUses(tx: Db, attemptId: string): Promise<void> {
  await tx.prepared("return_code_uses", RETURN_CODE_USES, [attemptId]);
}

const RETURN_CODE_USES = `
WITH paid AS (
  SELECT event_id, sale_id FROM payment_attempt_sale WHERE attempt_id = $1
), returned AS (
  UPDATE payment_code_use SET returned_at = now()
   WHERE attempt_id = $1 AND returned_at IS NULL
     AND NOT EXISTS (SELECT FROM refund WHERE refund.attempt_id = $1 AND state = 'STARTED')
     AND NOT EXISTS (SELECT FROM admission JOIN paid USING (event_id, sale_id) WHERE status NOT IN ('REFUNDED', 'RETURNED'))
  RETURNING code_id
), detached AS (
  UPDATE cart_code SET holds_use = false
    FROM returned, payment_attempt attempt, cart_price
   WHERE attempt.id = $1 AND cart_code.cart_key = attempt.cart_key AND cart_price.cart_key = attempt.cart_key
     AND sale_ids && ARRAY(SELECT sale_id FROM paid) AND cart_code.code_id = returned.code_id
), locked AS MATERIALIZED (
  SELECT id FROM code JOIN returned ON returned.code_id = code.id ORDER BY id FOR UPDATE OF code
)
UPDATE code SET uses = uses - 1 FROM locked WHERE code.id = locked.id`;
