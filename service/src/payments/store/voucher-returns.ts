import type { DecidedOrder, PageOfDecisions } from "#src/payments/domain/decided-order.ts";
import { type ClosedVoucher, REVIVED_DAYS, type TakenShare, type VoucherReturn } from "#src/payments/domain/voucher.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Db } from "#src/platform/store/db.ts";
import { instantOf, moneyOf, type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import { type DecidedOrderRow, decidedOrderSql, toDecidedOrder } from "./decided-orders.ts";

/** The voucher that paid a part of an attempt, and what it has not got back. */
type PayingVoucher = {
  readonly id: number;
  readonly currency: string;
  readonly isEnabled: boolean;
  /** In the order in which they get something back: what can be spent longest comes first. */
  readonly shares: readonly TakenShare[];
};

/** Locks the voucher that paid a part of an attempt. Returns `undefined` when none paid. */
export async function lockPayingVoucher(tx: Db, attemptId: string): Promise<PayingVoucher | undefined> {
  const [voucher] = await tx.prepared<Omit<PayingVoucher, "shares">>(
    "lock_voucher_of_attempt",
    `SELECT id, currency, enabled AS "isEnabled" FROM voucher
      WHERE id = (SELECT voucher_id FROM voucher_movement
                   WHERE attempt_id = $1 AND amount_minor < 0 AND moved_to IS NULL LIMIT 1) FOR UPDATE`,
    [attemptId],
  );
  if (voucher === undefined) return undefined;
  // A second statement, so that it sees what was committed while this one waited for the lock.
  const shares = await tx.prepared<RowOf<TakenShare>>(
    "taken_of_attempt",
    `SELECT part_id AS "partId", -sum(amount_minor)::bigint AS minor, coalesce(part.expires_at <= now(), false) AS "isOver"
       FROM voucher_movement LEFT JOIN voucher_part part ON part.id = part_id
      WHERE attempt_id = $1 AND moved_to IS NULL
      GROUP BY part_id, part.expires_at HAVING sum(amount_minor) < 0 ORDER BY part.expires_at DESC NULLS FIRST`,
    [attemptId],
  );
  return { ...voucher, shares: shares.map(shapeOf<TakenShare>) };
}

type BroughtBack = {
  readonly voucherId: number;
  readonly attemptId: string;
  /** Absent: the attempt ended unpaid. */
  readonly refundId: string | undefined;
  readonly share: TakenShare;
  /** It can be spent, or waits for the organiser, or moves on to a new voucher. */
  readonly then: "spend" | "wait" | "move";
};

/**
 * Gives a share back to the locked voucher: to the part that it was taken from or, when the voucher has ended, as a part with an end
 * of its own. `returned_once_an_attempt` and `returned_once_a_refund` throw when it was done before.
 */
export async function bringBack(
  tx: Db,
  { voucherId, attemptId, refundId, share, then }: BroughtBack,
): Promise<{ readonly id: number; readonly revivedUntil: Date | undefined }> {
  const [row] = await tx.prepared<{ id: number; revivedUntil: Date | null }>("bring_back_to_voucher", BRING_BACK, [
    ...[voucherId, attemptId, share.minor, refundId ?? null, share.partId ?? null, REVIVED_DAYS, then],
  ]);
  if (row === undefined) throw new Error("What a voucher paid was not returned.");
  return { id: row.id, revivedUntil: row.revivedUntil ?? undefined };
}

const BRING_BACK = `
WITH booked AS (
  UPDATE voucher SET balance_minor = balance_minor + $3::bigint WHERE id = $1
  RETURNING account_id, CASE WHEN $5::bigint IS NULL AND expires_at <= now() THEN now() + make_interval(days => $6) END AS own_until
), refilled AS (
  UPDATE voucher_part SET balance_minor = balance_minor + $3::bigint WHERE id = $5 RETURNING expires_at
), noted AS (
  INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor, refund_id, part_id, revived_until)
  SELECT $1, $2, $3, $4, $5, CASE WHEN $7::text = 'spend' THEN coalesce(own_until, refilled.expires_at) END
    FROM booked LEFT JOIN refilled ON true
  RETURNING id, revived_until
), made AS (
  INSERT INTO voucher_part (id, voucher_id, balance_minor, expires_at)
  SELECT id, $1, $3, own_until FROM noted CROSS JOIN booked WHERE own_until IS NOT NULL
), waiting AS (
  INSERT INTO voucher_return (id, account_id) SELECT id, account_id FROM noted CROSS JOIN booked WHERE $7 = 'wait'
)
SELECT id, revived_until AS "revivedUntil" FROM noted`;

/** A new voucher with what had come back to an old one. */
type NewVoucher = { readonly amount: Money; readonly expiresAt: Date | undefined; readonly code: string };

/**
 * Moves what a movement brought back to a new voucher with this code. It ends when what came back would have ended, or after the days
 * of a voucher that gets money back after its end. The row that names it stands at the old voucher.
 */
export async function moveToNewVoucher(tx: Db, movementId: number, code: string): Promise<NewVoucher> {
  const [row] = await tx.prepared<RowOf<NewVoucher>>("move_to_new_voucher", MOVE, [movementId, code, REVIVED_DAYS]);
  if (row === undefined) throw new Error("What came back to a voucher was not moved to a new one.");
  return shapeOf<NewVoucher>(row);
}

const MOVE = `
WITH back AS (
  SELECT movement.voucher_id, attempt_id, refund_id, amount_minor, account_id, currency, part.id AS part_id,
         coalesce(part.expires_at, voucher.expires_at) AS expires_at
    FROM voucher_movement movement JOIN voucher ON voucher.id = movement.voucher_id
    LEFT JOIN voucher_part part
           ON part.id = coalesce((SELECT made.id FROM voucher_part made WHERE made.id = movement.id), movement.part_id)
   WHERE movement.id = $1
), made AS (
  INSERT INTO voucher (account_id, code, currency, initial_minor, balance_minor, expires_at)
  SELECT account_id, $2, currency, amount_minor, amount_minor,
         CASE WHEN expires_at <= now() THEN now() + make_interval(days => $3) ELSE expires_at END FROM back
  RETURNING id, code, currency, initial_minor, expires_at
), noted AS (
  INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor, refund_id, part_id, moved_to)
  SELECT voucher_id, attempt_id, -amount_minor, refund_id, part_id, made.id FROM back CROSS JOIN made
), booked AS (
  UPDATE voucher SET balance_minor = balance_minor - amount_minor FROM back WHERE voucher.id = back.voucher_id
), drained AS (
  UPDATE voucher_part SET balance_minor = balance_minor - amount_minor FROM back WHERE voucher_part.id = back.part_id
)
SELECT ${moneyOf("initial_minor")} AS amount, expires_at AS "expiresAt", code FROM made`;

/**
 * Decides what waits. Locks its voucher first, as everything that changes one does. Returns false when it was decided before, and
 * `undefined` when the account has no such return.
 */
export async function decideReturn(
  tx: Db,
  { id, accountId, userId, state }: { id: number; accountId: number; userId: number; state: "SENT" | "LEFT" },
): Promise<boolean | undefined> {
  const found = await tx.query(
    `SELECT FROM voucher_return JOIN voucher_movement movement USING (id) JOIN voucher ON voucher.id = movement.voucher_id
      WHERE voucher_return.id = $1 AND voucher_return.account_id = $2 FOR UPDATE OF voucher`,
    [id, accountId],
  );
  if (found.length === 0) return undefined;
  const decided = await tx.query(
    `UPDATE voucher_return SET state = $2, decided_at = now(), decided_by = $3 WHERE (id, state) = ($1, 'WAITING') RETURNING id`,
    [id, state, userId],
  );
  return decided.length === 1;
}

/** The SQL of why `voucher` takes nothing back. `toClosedVoucher` reads it. */
export const CLOSED_VOUCHER = `json_build_object(
  'id', voucher.id, 'isDisabled', NOT voucher.enabled, 'disabledAt', voucher.disabled_at,
  'disabledBy', (SELECT coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) FROM account_user
                  WHERE account_user.id = voucher.disabled_by))`;

export type ClosedVoucherRow = Pick<ClosedVoucher, "id" | "isDisabled"> & {
  readonly disabledAt: string | null;
  readonly disabledBy: string | null;
};

export function toClosedVoucher({ disabledAt, disabledBy, ...voucher }: ClosedVoucherRow): ClosedVoucher {
  return { ...voucher, disabledAt: instantOf(disabledAt), disabledBy: disabledBy ?? undefined };
}

const SELECT = `
SELECT voucher_return.id, voucher_return.state, movement.created_at AS "createdAt",
       ${moneyOf("movement.amount_minor", "voucher.currency")} AS amount, sale.key AS "saleKey", sale.event_id AS "eventId",
       event.name AS "eventName", btrim(concat_ws(' ', buyer ->> 'FIRST_NAME', buyer ->> 'LAST_NAME')) AS "buyerName",
       coalesce(buyer ->> 'EMAIL', '') AS "buyerEmail", ${CLOSED_VOUCHER} AS voucher,
       ${decidedOrderSql({
         row: "voucher_return",
         tickets: "refund_admission",
         condition: "named.refund_id = refund.id",
       })}
  FROM voucher_return
  JOIN voucher_movement movement USING (id)
  JOIN voucher ON voucher.id = movement.voucher_id
  JOIN refund ON refund.id = movement.refund_id
  JOIN sale ON sale.event_id = refund.event_id AND sale.id = refund.sale_id
  JOIN event ON event.id = sale.event_id
 WHERE voucher_return.account_id = $1`;

type ReturnRow = Omit<VoucherReturn, "voucher" | keyof DecidedOrder> &
  DecidedOrderRow & { readonly voucher: ClosedVoucherRow };

function toReturn({ voucher, ...row }: ReturnRow): VoucherReturn {
  return { ...row, ...toDecidedOrder(row), voucher: toClosedVoucher(voucher) };
}

export async function findReturn(db: Db, accountId: number, id: number): Promise<VoucherReturn | undefined> {
  const [row] = await db.query<ReturnRow>(`${SELECT} AND voucher_return.id = $2`, [accountId, id]);
  return row && toReturn(row);
}

/**
 * Returns one page of what refunds brought back to vouchers that cannot spend it, of what waits or of what is decided if `state` says
 * so: what waits first, then the newest.
 */
export async function listReturns(
  db: Db,
  accountId: number,
  { page, pageSize, state }: PageOfDecisions,
): Promise<{ readonly returns: readonly VoucherReturn[]; readonly total: number; readonly waiting: number }> {
  const chosen = `($2::text IS NULL OR (voucher_return.state = 'WAITING') = ($2 = 'OPEN'))`;
  const rows = await db.query<ReturnRow>(
    `${SELECT} AND ${chosen} ORDER BY (voucher_return.state = 'WAITING') DESC, voucher_return.id DESC LIMIT $3 OFFSET $4`,
    [accountId, state ?? null, pageSize, (page - 1) * pageSize],
  );
  const [count] = await db.query<{ total: number; waiting: number }>(
    `SELECT count(*) FILTER (WHERE ${chosen}) AS total, count(*) FILTER (WHERE state = 'WAITING') AS waiting
       FROM voucher_return WHERE account_id = $1`,
    [accountId, state ?? null],
  );
  return { returns: rows.map(toReturn), total: count?.total ?? 0, waiting: count?.waiting ?? 0 };
}
