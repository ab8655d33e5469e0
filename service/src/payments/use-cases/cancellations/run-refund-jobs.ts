import {
  claimJobSales,
  dropReinstatedSales,
  finishJobSale,
  finishJobs,
  hasOpenJob,
  type JobSale,
  listSalesToRefund,
} from "#src/payments/store/cancellations.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import { refundSale } from "#src/payments/use-cases/refunds/refund-sale.ts";

/** Leaves connections of the pool to buyers. */
const SALES_AT_ONCE = 8;
/** Bounds one run, so that a shutdown does not wait long. */
const CHUNKS_A_RUN = 50;
/** Longer than a refund with every timeout. Another process takes the sales of a killed one after that. */
const LEASE_SECONDS = 60;

/**
 * Refunds the sales of cancelled dates and events. Any number of processes may run it: each claims other sales, and a sale that is
 * claimed twice has one refund, by its idempotency key. A date that takes place after all ends its job. Returns the number of sales it looked at.
 */
export async function runRefundJobs(world: PaymentWorld): Promise<number> {
  let all = 0;
  for (let chunk = 0; chunk < CHUNKS_A_RUN; chunk += 1) {
    const claimed = await claimJobSales(world.db, SALES_AT_ONCE, LEASE_SECONDS);
    const refunded = await Promise.allSettled(claimed.map((sale) => refundOf(world, sale)));
    const faults = refunded.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    if (faults.length > 0) throw new AggregateError(faults, "Some sales could not be refunded; they stay due.");
    all += claimed.length;
    if (claimed.length < SALES_AT_ONCE) break;
  }
  if (all === 0 && (await hasOpenJob(world.db))) {
    await world.db.transaction(async (tx) => {
      await listSalesToRefund(tx);
      await dropReinstatedSales(tx);
      await finishJobs(tx);
    });
  }
  return all;
}

async function refundOf(world: PaymentWorld, sale: JobSale): Promise<void> {
  const { cancellationId, accountId, accountName: name, currency, userId, saleKey, eventDateId } = sale;
  const outcome = await refundSale(world, {
    caller: { id: userId, account: { id: accountId, name, currency } },
    ...{ saleKey, eventDateId: eventDateId ?? undefined, share: { fee: "returned", percentage: 100 } },
    // Its event does not take place, or was broken off.
    ...{ force: true, notify: true, origin: "CANCELLATION" },
    // The space cannot occur in a key of the interface.
    idempotencyKey: `cancellation ${cancellationId}`,
  });
  if (outcome.kind === "no_such_thing" || outcome.kind === "other_body")
    throw new Error(`A job's sale is ${outcome.kind}.`);
  await finishJobSale(world.db, sale, outcome.kind === "refund" ? outcome.refund.id : undefined);
}
