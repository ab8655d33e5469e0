import assert from "node:assert/strict";
import { refundSale } from "#src/payments/use-cases/refund-sale.ts";
import type { RefundOutcome, RefundRequest } from "#src/payments/use-cases/start-refund.ts";
import type { Db } from "#src/platform/store/db.ts";
import { answerType } from "#test/buying.ts";
import type { putOnSale } from "#test/on-sale.ts";
import { stage } from "#test/stage.ts";

type Wish = Parameters<typeof putOnSale>[1];

/** Returns a stage with the steps of a manager who refunds. */
export async function refundStage(db: Db, wish: Wish = {}) {
  const staged = await stage(db, wish);
  const { world, caller } = staged;
  const priceMinor = (wish?.priceMinor ?? 4500) + (wish?.feeMinor ?? 250);

  /** Sells these quantities by card, at the price of the wish. */
  async function sold(quantities: readonly number[] = [1]) {
    const { key, cartKey } = await staged.holdLocked(quantities);
    const tickets = quantities.reduce((sum, one) => sum + one, 0);
    assert.equal(answerType(await staged.pay(cartKey, ((tickets * priceMinor) / 100).toFixed(2))), "SUCCESS");
    return { key, cartKey, tickets: await ticketsOf(db, key) };
  }

  const refund = (saleKey: string, more: Partial<RefundRequest> = {}): Promise<RefundOutcome> =>
    refundSale(world, {
      caller,
      saleKey,
      share: { fee: "returned", percentage: 100 },
      force: false,
      notify: true,
      origin: "ORGANISER",
      ...more,
    });

  return { ...staged, sold, refund };
}

type Ticket = { readonly id: number; readonly status: string; readonly paid: number; readonly refunded: number };

/** Returns the tickets of a sale by their type. Their ids are random. */
export async function ticketsOf(db: Db, key: string): Promise<readonly Ticket[]> {
  return db.query<Ticket>(
    `SELECT admission.id, admission.status, paid_minor AS paid, refunded_minor AS refunded
       FROM admission JOIN sale ON sale.event_id = admission.event_id AND sale.id = admission.sale_id
      WHERE key = $1 ORDER BY ticket_type_id, admission.id`,
    [key],
  );
}

/** Makes every refund that is under way due for the reconciler. */
export async function makeRefundsDue(db: Db): Promise<void> {
  await db.query(`UPDATE refund SET next_check_at = now() - interval '1 second' WHERE state = 'STARTED'`);
}

/** Returns the state and the amount of a refund, or why there is none: "REFUNDED 4750", "not_paid". */
export function gist(outcome: RefundOutcome): string {
  if (outcome.kind === "refund") return `${outcome.refund.state} ${outcome.refund.amount.minor}`;
  return outcome.kind === "refused" ? outcome.problems.map(({ problem }) => problem).join() : outcome.kind;
}

/**
 * Returns what is wrong with the refunds of the whole database: more given back than was paid for a ticket or by a method, a
 * ticket whose status is not that of its refund, and places that are not those of valid tickets and reservations.
 */
export async function refundFaults(db: Db): Promise<readonly string[]> {
  const rows = await db.query<{ fault: string }>(`
    SELECT format('ticket %s: status %s, refunded %s of %s, in refunds %s', id, status, refunded_minor, paid_minor, given) AS fault
      FROM (SELECT admission.*, (SELECT coalesce(sum(amount_minor), 0) FROM refund_admission
                                  WHERE admission_id = admission.id AND in_force) AS given,
                   EXISTS (SELECT FROM refund_admission JOIN refund ON refund.id = refund_id
                            WHERE admission_id = admission.id AND in_force AND state <> 'REFUSED') AS is_refunded
              FROM admission) AS tickets
     WHERE given <> refunded_minor OR given > paid_minor OR is_refunded <> (status IN ('REFUNDED', 'RETURNED'))
     UNION ALL
    SELECT format('refund %s: amount %s, parts %s, tickets %s', id, amount_minor, parts, tickets)
      FROM (SELECT refund.*, (SELECT coalesce(sum(minor), 0) FROM unnest(method_minors) AS minor) AS parts,
                   (SELECT sum(amount_minor) FROM refund_admission WHERE refund_id = refund.id) AS tickets FROM refund) AS refunds
     WHERE amount_minor <> parts OR amount_minor <> tickets
     UNION ALL
    SELECT format('attempt %s: %s paid %s, refunded %s', attempt.id, method, minor, given)
      FROM payment_attempt attempt CROSS JOIN unnest(methods, method_minors) AS part (method, minor)
     CROSS JOIN LATERAL (
             SELECT coalesce(sum(back.minor), 0) AS given FROM refund
              CROSS JOIN unnest(refund.methods, refund.method_minors) AS back (method, minor)
              WHERE attempt_id = attempt.id AND state <> 'REFUSED' AND back.method = part.method) AS refunds
     WHERE given > minor
     UNION ALL
    SELECT format('type %s: %s taken, %s tickets and reservations', stock.ticket_type_id, taken, due)
      FROM stock CROSS JOIN LATERAL (
             SELECT coalesce(sum(quantity), 0) - (
                      SELECT count(*) FROM admission
                        JOIN refund_admission ON admission_id = admission.id AND in_force
                        JOIN refund ON refund.id = refund_id AND state IN ('REFUNDED', 'RETURNED')
                       WHERE admission.event_id = stock.event_id AND admission.ticket_type_id = stock.ticket_type_id) AS due
               FROM sale_line line JOIN sale ON sale.event_id = line.event_id AND sale.id = line.sale_id AND holds_stock
              WHERE line.event_id = stock.event_id AND line.ticket_type_id = stock.ticket_type_id) AS places
     WHERE stock.ticket_type_id IS NOT NULL AND taken <> due`);
  return rows.map(({ fault }) => fault);
}
