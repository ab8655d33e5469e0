import type { Refund } from "#src/payments/domain/refund.ts";
import { findSaleKeyOfAdmission } from "#src/payments/store/paid-tickets.ts";
import { listRefunds } from "#src/payments/store/refunds.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { getSale } from "#src/reservations/use-cases/carts.ts";
import { askForRefund } from "./settle-refunds.ts";
import { type RefundOutcome, type RefundRequest, startRefund } from "./start-refund.ts";

/**
 * Refunds tickets of a paid sale, all or some. When the processor's answer is not known the refund stays STARTED, and the
 * reconciler finds out.
 */
export async function refundSale(runtime: PaymentRuntime, request: RefundRequest): Promise<RefundOutcome> {
  return askIfStarted(
    runtime,
    await retryOnConflict(() => runtime.db.transaction((tx) => startRefund(tx, runtime, request))),
  );
}

/** Asks the processor for a refund that a committed transaction has just started. Returns other outcomes as they are. */
export async function askIfStarted(runtime: PaymentRuntime, started: RefundOutcome): Promise<RefundOutcome> {
  if (started.kind !== "refund" || started.replayed || started.refund.state !== "STARTED") return started;
  return { ...started, refund: await askOnce(runtime, started.refund) };
}

/** Refunds one ticket by its admission. */
export async function refundAdmission(
  runtime: PaymentRuntime,
  admissionId: number,
  request: Omit<RefundRequest, "saleKey" | "admissionIds">,
): Promise<RefundOutcome> {
  const saleKey = await findSaleKeyOfAdmission(runtime.db, request.caller.account.id, admissionId);
  if (saleKey === undefined) return { kind: "no_such_thing" };
  return refundSale(runtime, { ...request, saleKey, admissionIds: [admissionId] });
}

/** Returns the refunds of a sale, the oldest first; `undefined` when the account has no such sale. */
export async function listRefundsOfSale(
  runtime: Runtime,
  caller: Caller,
  key: string,
): Promise<{ readonly currency: string; readonly refunds: readonly Refund[] } | undefined> {
  const sale = await getSale(runtime, caller, { key });
  if (sale === undefined) return undefined;
  return { currency: sale.total.currency, refunds: await listRefunds(runtime.db, sale.eventId, sale.id) };
}

async function askOnce(runtime: PaymentRuntime, refund: Refund): Promise<Refund> {
  try {
    return await askForRefund(runtime, refund);
  } catch (error) {
    // The processor may have been called and the refund is written: the reconciler settles it.
    runtime.log("error", "A refund broke off and is followed up.", { refund: refund.id }, error);
    return refund;
  }
}
