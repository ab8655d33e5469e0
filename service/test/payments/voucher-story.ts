import assert from "node:assert/strict";
import type { MethodName } from "#src/payments/domain/payment.ts";
import type { PaymentOutcome } from "#src/payments/use-cases/payment-request.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import { createVoucher, listVouchers } from "#src/payments/use-cases/vouchers.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";

type Stage = { readonly runtime: PaymentRuntime; readonly caller: Caller };

/** Makes a voucher in the caller's account and returns its code and its balance as a test reads it. */
export async function makeVoucher({ runtime, caller }: Stage, minor: number, expiresAt?: Date) {
  const value = { minor, currency: caller.account.currency };
  const { id, code } = await createVoucher(runtime, caller, { value, expiresAt });
  return { id, code, balance: () => balanceOf(runtime.db, id) };
}

async function balanceOf(db: Db, id: number): Promise<number | undefined> {
  return (await db.query<{ minor: number }>(`SELECT balance_minor AS minor FROM voucher WHERE id = $1`, [id]))[0]
    ?.minor;
}

/**
 * Returns what is wrong with the vouchers of the whole database: a balance that is not the initial value plus its movements, a part
 * that is not what came back and what moved since, money that waits and could be spent, and an attempt that ended unpaid and keeps
 * what it took, or was paid and got it back.
 */
export async function voucherFaults(db: Db): Promise<readonly string[]> {
  const rows = await db.query<{ fault: string }>(`
    SELECT format('voucher %s: balance %s, initial %s, movements %s', id, balance_minor, initial_minor, moved) AS fault
      FROM voucher CROSS JOIN LATERAL (
             SELECT coalesce(sum(amount_minor), 0) AS moved FROM voucher_movement WHERE voucher_id = voucher.id) AS movements
     WHERE balance_minor <> initial_minor + moved OR balance_minor < 0
     UNION ALL
    SELECT format('part %s: balance %s, movements %s, voucher %s', part.id, part.balance_minor, moved, voucher.balance_minor)
      FROM voucher_part part JOIN voucher ON voucher.id = voucher_id CROSS JOIN LATERAL (
             SELECT sum(amount_minor) AS moved FROM voucher_movement WHERE part.id IN (voucher_movement.id, part_id)) AS movements
     WHERE part.balance_minor <> moved OR part.balance_minor > voucher.balance_minor
     UNION ALL
    SELECT format('return %s is %s, to voucher %s, moved on %s times', back.id, back.state, voucher.id, moved)
      FROM voucher_return back JOIN voucher_movement movement USING (id) JOIN voucher ON voucher.id = voucher_id
      LEFT JOIN voucher_part part ON part.id = coalesce((SELECT made.id FROM voucher_part made WHERE made.id = back.id), part_id)
     CROSS JOIN LATERAL (SELECT count(*) AS moved FROM voucher_movement WHERE refund_id = movement.refund_id AND moved_to IS NOT NULL) AS moves
     WHERE (moved > 0) <> (back.state = 'SENT')
        OR back.state = 'WAITING' AND enabled AND coalesce(part.expires_at, voucher.expires_at, 'infinity') > now()
     UNION ALL
    SELECT format('attempt %s ended %s with %s taken of %s', id, state, taken, due)
      FROM (SELECT id, state, coalesce((SELECT -sum(amount_minor) FROM voucher_movement WHERE attempt_id = attempt.id AND moved_to IS NULL), 0) AS taken,
                   coalesce((SELECT sum(minor) FROM unnest(methods, method_minors) AS part (method, minor)
                              WHERE method = 'VOUCHER'), 0)
                   - coalesce((SELECT sum(minor) FROM refund CROSS JOIN unnest(refund.methods, refund.method_minors) AS part (method, minor)
                                WHERE attempt_id = attempt.id AND method = 'VOUCHER' AND refund.state = 'REFUNDED'), 0) AS due
              FROM payment_attempt attempt) AS attempts
     WHERE taken <> CASE WHEN state IN ('DECLINED', 'VOIDED') THEN 0 ELSE due END`);
  return rows.map(({ fault }) => fault);
}

/** Ends a voucher's validity a second ago, or disables it. */
export async function endVoucher(db: Db, id: number, how: "expired" | "disabled"): Promise<void> {
  const change = how === "expired" ? "expires_at = now() - interval '1 second'" : "enabled = false";
  await db.query(`UPDATE voucher SET ${change} WHERE id = $1`, [id]);
}

/** Lets so many days pass for what came back to a voucher. */
export async function letDaysPass(db: Db, id: number, days: number): Promise<void> {
  const sooner = "expires_at = expires_at - make_interval(days => $2)";
  await db.query(`UPDATE voucher_part SET ${sooner} WHERE voucher_id = $1`, [id, days]);
}

/** Returns state, balance and what can be spent of every voucher of an account, the oldest first: "ACTIVE 9000, 4750 to spend". */
export async function vouchersOf({ runtime, caller }: Stage): Promise<readonly string[]> {
  const { things } = await listVouchers(runtime, caller, { page: 1, pageSize: 100 });
  return things
    .toReversed()
    .map(({ state, balance, spendable }) => `${state} ${balance.minor}, ${spendable.minor} to spend`);
}

/** Returns the amounts by method of a cart's attempts, oldest first, in the smallest unit. */
export async function partsOf(db: Db, cartKey: string): Promise<readonly (readonly [MethodName, number])[]> {
  const rows = await db.query<{ method: MethodName; minor: number }>(
    `SELECT part.method, part.minor FROM payment_attempt
      CROSS JOIN unnest(methods, method_minors) WITH ORDINALITY AS part (method, minor, place)
      WHERE cart_key = $1 ORDER BY started_at, place`,
    [cartKey],
  );
  return rows.map(({ method, minor }) => [method, minor]);
}

/** Returns the answer's type, or why the voucher was refused. */
export function voucherAnswer(outcome: PaymentOutcome): string {
  if (outcome.kind === "answer") return outcome.answer.type;
  return outcome.kind === "means_refused" ? outcome.reason : outcome.kind;
}

/** Asserts that vouchers and attempts agree, then removes the vouchers and ends the attempts for the next test. */
export async function checkAndClearVouchers(db: Db): Promise<void> {
  assert.deepEqual(await voucherFaults(db), []);
  await db.query(`TRUNCATE voucher CASCADE`);
  await db.query(
    `UPDATE payment_attempt SET settled_at = now(), state = 'DECLINED', methods = '{}', method_minors = '{}'`,
  );
}
