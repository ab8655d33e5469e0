import type { Voucher, VoucherMovement } from "#src/payments/domain/voucher.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { moneyOf, type RowOf, readPage, shapeOf } from "#src/platform/store/rows.ts";

const COLUMNS = `id, code, ${moneyOf("initial_minor")} AS initial, ${moneyOf("balance_minor")} AS balance,
       ${moneyOf("spendable_minor")} AS spendable, expires_at AS "expiresAt",
       CASE WHEN NOT enabled THEN 'DISABLED' WHEN spendable_minor > 0 THEN 'ACTIVE'
            WHEN expires_at <= now() THEN 'EXPIRED' ELSE 'USED_UP' END AS state`;

const FROM = `voucher CROSS JOIN LATERAL (
  SELECT CASE WHEN NOT enabled THEN 0
              WHEN voucher.expires_at <= now() THEN (
                SELECT coalesce(sum(part.balance_minor), 0)::bigint FROM voucher_part part
                 WHERE voucher_id = voucher.id AND part.expires_at > now())
              ELSE balance_minor END AS spendable_minor) AS now_spendable`;

export async function findVoucher(
  db: Db,
  accountId: number,
  by: { readonly id: number } | { readonly code: string },
): Promise<Voucher | undefined> {
  const [column, value] = "id" in by ? ["id", by.id] : ["code", by.code];
  const [row] = await db.query<RowOf<Voucher>>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE account_id = $1 AND ${column} = $2`,
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
  const from = `${FROM} WHERE account_id = $1`;
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
                       AND (expires_at IS NULL OR expires_at > now()
                            OR EXISTS (SELECT FROM voucher_part part
                                        WHERE voucher_id = voucher.id AND part.balance_minor > 0 AND part.expires_at > now()))) AS found`,
    [accountId],
  );
  return row?.found ?? false;
}

export async function listMovements(db: Db, { id, balance }: Voucher): Promise<readonly VoucherMovement[]> {
  const rows = await db.query<RowOf<VoucherMovement>>(
    `SELECT ${moneyOf("movement.amount_minor", "$2::text")} AS amount, cart_key AS "cartKey", movement.created_at AS "createdAt",
            moved_to AS "movedTo"
       FROM voucher_movement movement JOIN payment_attempt attempt ON attempt.id = attempt_id
      WHERE voucher_id = $1 ORDER BY movement.id`,
    [id, balance.currency],
  );
  return rows.map(shapeOf<VoucherMovement>);
}

type Taken = { readonly accountId: number; readonly code: string; readonly attemptId: string; readonly money: Money };

/**
 * Takes the amount from a voucher, or takes nothing: one statement decides, so two payments cannot both spend the last of a
 * balance. Returns false when the voucher has less to spend, or was disabled.
 */
export async function takeFromVoucher(tx: Db, { accountId, code, attemptId, money }: Taken): Promise<boolean> {
  const rows = await tx.prepared(
    "take_from_voucher",
    `WITH taken AS (
       UPDATE voucher SET balance_minor = balance_minor - $4
        WHERE account_id = $1 AND code = $2 AND currency = $5 AND enabled
          AND (expires_at IS NULL OR expires_at > now()) AND balance_minor >= $4
    RETURNING id)
     INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor) SELECT id, $3, -$4 FROM taken RETURNING id`,
    [accountId, code, attemptId, money.minor, money.currency],
  );
  return rows.length === 1 || takeFromParts(tx, { accountId, code, attemptId, money });
}

/** Takes the amount from what came back to a voucher after its end: first from what ends first. */
async function takeFromParts(tx: Db, { accountId, code, attemptId, money }: Taken): Promise<boolean> {
  // Whoever changes a part has locked its voucher. A second statement sees what was committed meanwhile.
  const [voucher] = await tx.prepared<{ id: number }>(
    "lock_ended_voucher",
    `SELECT id FROM voucher
      WHERE account_id = $1 AND code = $2 AND currency = $3 AND enabled AND expires_at <= now() FOR UPDATE`,
    [accountId, code, money.currency],
  );
  if (voucher === undefined) return false;
  const rows = await tx.prepared("take_from_parts", TAKE_FROM_PARTS, [voucher.id, attemptId, money.minor]);
  return rows.length > 0;
}

const TAKE_FROM_PARTS = `
WITH part AS (
  SELECT id, balance_minor, sum(balance_minor) OVER (ORDER BY expires_at, id) - balance_minor AS before
    FROM voucher_part WHERE voucher_id = $1 AND balance_minor > 0 AND expires_at > now()
), share AS (
  SELECT id, least(balance_minor, $3 - before)::bigint AS minor FROM part
   WHERE before < $3 AND (SELECT sum(balance_minor) FROM part) >= $3
), taken AS (
  UPDATE voucher_part SET balance_minor = balance_minor - minor FROM share WHERE voucher_part.id = share.id
), booked AS (
  UPDATE voucher SET balance_minor = balance_minor - $3::bigint WHERE id = $1 AND EXISTS (SELECT FROM share)
)
INSERT INTO voucher_movement (voucher_id, attempt_id, part_id, amount_minor) SELECT $1, $2, id, -minor FROM share RETURNING id`;

/**
 * Enables or disables a voucher, and writes down when and by whom it was disabled. What waits for the organiser and can be spent
 * once it is enabled stays on it. Returns false when the account has no such voucher.
 */
export async function switchVoucher(
  tx: Db,
  { id, accountId, userId, isOn }: { id: number; accountId: number; userId: number; isOn: boolean },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE voucher SET enabled = $3,
            disabled_at = CASE WHEN $3 THEN NULL WHEN enabled THEN now() ELSE disabled_at END,
            disabled_by = CASE WHEN $3 THEN NULL WHEN enabled THEN $4::bigint ELSE disabled_by END
      WHERE id = $1 AND account_id = $2 RETURNING id`,
    [id, accountId, isOn, userId],
  );
  if (rows.length > 0 && isOn) await tx.query(LEAVE_SPENDABLE, [id, userId]);
  return rows.length > 0;
}

const LEAVE_SPENDABLE = `
UPDATE voucher_return SET state = 'LEFT', decided_at = now(), decided_by = $2
  FROM voucher_movement movement JOIN voucher ON voucher.id = movement.voucher_id
  LEFT JOIN voucher_part made ON made.id = movement.id
  LEFT JOIN voucher_part part ON part.id = movement.part_id
 WHERE voucher_return.id = movement.id AND voucher.id = $1 AND state = 'WAITING'
   AND coalesce(made.expires_at, part.expires_at, voucher.expires_at, 'infinity') > now()`;
