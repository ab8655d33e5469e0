import type { Voucher, VoucherMovement } from "#src/payments/domain/voucher.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { moneyOf, type RowOf, readPage, shapeOf } from "#src/platform/store/rows.ts";

const COLUMNS = `id, code, ${moneyOf("initial_minor")} AS initial, ${moneyOf("balance_minor")} AS balance,
       expires_at AS "expiresAt",
       CASE WHEN NOT enabled THEN 'DISABLED' WHEN expires_at <= now() THEN 'EXPIRED'
            WHEN balance_minor = 0 THEN 'USED_UP' ELSE 'ACTIVE' END AS state`;

export async function findVoucher(
  db: Db,
  accountId: number,
  by: { readonly id: number } | { readonly code: string },
): Promise<Voucher | undefined> {
  const [column, value] = "id" in by ? ["id", by.id] : ["code", by.code];
  const [row] = await db.query<RowOf<Voucher>>(
    `SELECT ${COLUMNS} FROM voucher WHERE account_id = $1 AND ${column} = $2`,
    [accountId, value],
  );
  return row && shapeOf<Voucher>(row);
}

/** Returns one page of the account's vouchers, the newest first, and the number on all pages. */
export async function listVouchers(
  db: Db,
  accountId: number,
  page: Page,
): Promise<{ readonly things: readonly Voucher[]; readonly total: number }> {
  const from = "voucher WHERE account_id = $1";
  const { things, total } = await readPage<RowOf<Voucher>>(
    db,
    { columns: COLUMNS, from, order: "id DESC", values: [accountId] },
    page,
  );
  return { things: things.map(shapeOf<Voucher>), total };
}

/** Returns whether the account has a voucher that can be spent now. */
export async function hasActiveVoucher(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM voucher WHERE account_id = $1 AND enabled AND balance_minor > 0
                       AND (expires_at IS NULL OR expires_at > now())) AS found`,
    [accountId],
  );
  return row?.found ?? false;
}

export function listMovements(db: Db, { id, balance }: Voucher): Promise<readonly VoucherMovement[]> {
  return db.query<VoucherMovement>(
    `SELECT ${moneyOf("movement.amount_minor", "$2::text")} AS amount, cart_key AS "cartKey", movement.created_at AS "createdAt"
       FROM voucher_movement movement JOIN payment_attempt attempt ON attempt.id = attempt_id
      WHERE voucher_id = $1 ORDER BY movement.id`,
    [id, balance.currency],
  );
}

/**
 * Takes the amount from a voucher, or takes nothing: one statement decides, so two payments cannot both spend the last of a
 * balance. Returns false when the voucher has less, has expired or was disabled.
 */
export async function takeFromVoucher(
  tx: Db,
  taken: { readonly accountId: number; readonly code: string; readonly attemptId: string; readonly money: Money },
): Promise<boolean> {
  const rows = await tx.prepared(
    "take_from_voucher",
    `WITH taken AS (
       UPDATE voucher SET balance_minor = balance_minor - $4
        WHERE account_id = $1 AND code = $2 AND currency = $5 AND enabled
          AND (expires_at IS NULL OR expires_at > now()) AND balance_minor >= $4
    RETURNING id)
     INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor) SELECT id, $3, -$4 FROM taken RETURNING id`,
    [taken.accountId, taken.code, taken.attemptId, taken.money.minor, taken.money.currency],
  );
  return rows.length === 1;
}

/** Gives back to its voucher what this attempt took. `returned_once_an_attempt` throws when that was done before. */
export async function returnToVoucher(tx: Db, attemptId: string): Promise<void> {
  await tx.prepared(
    "return_to_voucher",
    `WITH taken AS (
       SELECT voucher_id, -amount_minor AS minor FROM voucher_movement WHERE attempt_id = $1 AND amount_minor < 0
     ), returned AS (
       UPDATE voucher SET balance_minor = balance_minor + taken.minor FROM taken WHERE voucher.id = taken.voucher_id
    RETURNING voucher.id, taken.minor)
     INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor) SELECT id, $1, minor FROM returned`,
    [attemptId],
  );
}

/** Gives back to its voucher a part of what a paid attempt took. `returned_once_a_refund` throws when that was done before. */
export async function refundToVoucher(
  tx: Db,
  { refundId, attemptId, minor }: { readonly refundId: string; readonly attemptId: string; readonly minor: number },
): Promise<void> {
  await tx.prepared(
    "refund_to_voucher",
    `WITH taken AS (
       SELECT voucher_id FROM voucher_movement WHERE attempt_id = $2 AND amount_minor < 0
     ), returned AS (
       UPDATE voucher SET balance_minor = balance_minor + $3 FROM taken WHERE voucher.id = taken.voucher_id RETURNING voucher.id)
     INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor, refund_id) SELECT id, $2, $3, $1 FROM returned`,
    [refundId, attemptId, minor],
  );
}
