import type { Attempt } from "#src/payments/domain/payment.ts";
import type { Refund } from "#src/payments/domain/refund.ts";
import type { LogFields } from "#src/platform/domain/log.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";

/**
 * Returns the fields by which the lines of a purchase are found: the reference that the buyer quotes; the attempt, by the id that
 * the storefront gave it; and the payment, by the id under which the processor knows it. None of them opens anything.
 */
export function fieldsOf({ id, reference, idempotencyKey }: Pick<Attempt, "id" | "reference" | "idempotencyKey">) {
  return { order: reference, attempt: idempotencyKey ?? id, payment: id } satisfies LogFields;
}

export function fieldsOfRefund({ id, order, attempt, attemptId }: Refund) {
  return { refund: id, order, attempt: attempt ?? attemptId, payment: attemptId } satisfies LogFields;
}

/** Logs that a refund has ended, after the commit of its end. */
export function reportRefund({ log }: Pick<PaymentRuntime, "log">, refund: Refund): void {
  const event = refund.state === "REFUSED" ? "A refund was refused." : "A purchase was refunded.";
  log("info", event, { ...fieldsOfRefund(refund), state: refund.state });
}
