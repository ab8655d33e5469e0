import {
  REVIVED_DAYS,
  type ReturnedToVoucher,
  type Voucher,
  type VoucherMovement,
} from "#src/payments/domain/voucher.ts";
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
  const [row] = await db.prepared<{ found: boolean }>(
    "has_active_voucher",
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

/** What goes back to the voucher that paid a part of an attempt. */
type PartToReturn = {
  readonly attemptId: string;
  /** The refund of a paid attempt, which gives back this much. Absent: the attempt ended unpaid and gives back all it took. */
  readonly refund?: { readonly id: string; readonly minor: number };
  /** The code of the new voucher, if there has to be one. */
  readonly newCode: string;
};

/**
 * Gives back a part to the voucher that paid it, so that it can be spent: a voucher that has ended is revived, and in place of a
 * disabled one there is a new one. Returns `undefined` when no voucher paid. `returned_once_an_attempt` and
 * `returned_once_a_refund` throw when it was done before.
 */
export async function returnToVoucher(
  tx: Db,
  { attemptId, refund, newCode }: PartToReturn,
): Promise<ReturnedToVoucher | undefined> {
  const [taken] = await tx.prepared<{ id: number; minor: number; enabled: boolean }>(
    "lock_voucher_of_attempt",
    `SELECT voucher.id, -amount_minor AS minor, enabled FROM voucher_movement JOIN voucher ON voucher.id = voucher_id
      WHERE attempt_id = $1 AND amount_minor < 0 AND moved_to IS NULL FOR UPDATE OF voucher`,
    [attemptId],
  );
  if (taken === undefined) return undefined;
  const values = [taken.id, attemptId, refund?.minor ?? taken.minor, refund?.id ?? null, REVIVED_DAYS];
  const [row] = taken.enabled
    ? await tx.prepared<RowOf<ReturnedToVoucher>>("return_to_voucher", RETURN, values)
    : await tx.prepared<RowOf<ReturnedToVoucher>>("replace_voucher", REPLACE, [...values, newCode]);
  if (row === undefined) throw new Error("What a voucher paid was not returned.");
  return shapeOf<ReturnedToVoucher>(row);
}

/** The SQL of the end of a voucher that gets money back, from the row `was` before. */
const ENDS = "CASE WHEN was.expires_at <= now() THEN now() + make_interval(days => $5) ELSE was.expires_at END";

const RETURN = `
WITH returned AS (
  UPDATE voucher SET balance_minor = voucher.balance_minor + $3, expires_at = ${ENDS}
    FROM voucher was WHERE voucher.id = $1 AND was.id = voucher.id
  RETURNING voucher.id, voucher.currency, voucher.expires_at, coalesce(was.expires_at <= now(), false) AS is_revived
), noted AS (
  INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor, refund_id, revived_until)
  SELECT id, $2, $3, $4, CASE WHEN is_revived THEN expires_at END FROM returned
)
SELECT ${moneyOf("$3::bigint", "currency")} AS amount, expires_at AS "expiresAt", is_revived AS "isRevived" FROM returned`;

const REPLACE = `
WITH made AS (
  INSERT INTO voucher (account_id, code, currency, initial_minor, balance_minor, expires_at)
  SELECT account_id, $6, currency, $3, $3, ${ENDS} FROM voucher was WHERE id = $1
  RETURNING id, code, currency, expires_at
), noted AS (
  INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor, refund_id, moved_to)
  SELECT $1, $2, $3::bigint, $4, NULL::bigint UNION ALL SELECT $1, $2, -$3::bigint, $4, id FROM made
)
SELECT ${moneyOf("$3::bigint", "currency")} AS amount, expires_at AS "expiresAt", false AS "isRevived", code AS "newCode" FROM made`;
