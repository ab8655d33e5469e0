import { hasStartedRefund } from "#src/payments/store/choices.ts";
import {
  claimJobSales,
  dropReinstatedSales,
  findJobWork,
  finishJobSale,
  finishJobs,
  type JobSale,
  postponeJobSale,
} from "#src/payments/store/refund-jobs.ts";
import { count } from "#src/platform/domain/measure.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { askIfStarted, type RefundCommand, type RefundOutcome, startRefund } from "./refund.ts";

/** Leaves connections of the pool to buyers. */
const SALES_AT_ONCE = 8;
/** Longer than a refund in which every call times out. After it another process claims the sales of a killed one. */
const LEASE_SECONDS = 60;

/**
 * Refunds the sales of cancelled dates and events until none is due or `stopping` is aborted; sales under way are finished first.
 * Any number of processes may run it: each claims different sales, and a sale that is claimed twice has one refund, by its
 * idempotency key. Reinstating a date or event ends its job. Returns the number of sales it processed.
 */
export async function runRefundJobs(runtime: PaymentRuntime, stopping?: AbortSignal): Promise<number> {
  const work = await findJobWork(runtime.db);
  let all = 0;
  while (work.hasDueSale && !stopping?.aborted) {
    const claimed = await claimJobSales(runtime.db, SALES_AT_ONCE, LEASE_SECONDS);
    const refunded = await Promise.allSettled(claimed.map((sale) => refundJobSale(runtime, sale)));
    const faults = refunded.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    if (faults.length > 0) throw new AggregateError(faults, "Some sales could not be refunded; they stay due.");
    all += claimed.length;
    if (claimed.length < SALES_AT_ONCE) break;
  }
  if (all === 0 && work.hasDueJob) {
    await runtime.db.transaction(async (tx) => {
      await dropReinstatedSales(tx);
      await finishJobs(tx);
    });
  }
  return all;
}

async function refundJobSale(runtime: PaymentRuntime, sale: JobSale): Promise<void> {
  const started = await retryOnConflict(() => startUnlessUnderWay(runtime, sale));
  if (started === "under_way") {
    await postponeJobSale(runtime.db, sale);
    return;
  }
  const outcome = await askIfStarted(runtime, started);
  if (outcome.kind === "no_such_thing" || outcome.kind === "other_body")
    throw new Error(`A job's sale is ${outcome.kind}.`);
  await finishJobSale(runtime.db, sale, outcome.kind === "refund" ? outcome.refund.id : undefined);
  count("foyer_service_refund_job_sales_total", {});
}

/** A refund that is under way may still be refused. The job must then refund its tickets, so it waits. */
function startUnlessUnderWay(runtime: PaymentRuntime, sale: JobSale): Promise<RefundOutcome | "under_way"> {
  const { accountId, saleKey, cartKey, eventId, saleId } = sale;
  return runtime.db.transaction(async (tx) => {
    // In the order in which every refund locks them.
    await lockCartPriceIfAny(tx, accountId, cartKey);
    await lockSales(tx, accountId, { key: saleKey }, runtime.limits.latePaySeconds);
    if (await hasStartedRefund(tx, eventId, saleId)) return "under_way";
    return startRefund(tx, runtime, requestOf(sale));
  });
}

function requestOf(sale: JobSale): RefundCommand {
  const { cancellationId, accountId, accountName: name, currency, userId, saleKey, eventDateId, pastDateIds } = sale;
  return {
    caller: { id: userId, account: { id: accountId, name, currency } },
    saleKey,
    eventDateId: eventDateId ?? undefined,
    exceptDateIds: pastDateIds,
    share: { fee: "returned", percentage: 100 },
    // Used tickets too: the event may have been broken off.
    force: true,
    notify: true,
    origin: "CANCELLATION",
    // Keys that clients send cannot contain a space, so this one never collides with them.
    idempotencyKey: `cancellation ${cancellationId}`,
  };
}
