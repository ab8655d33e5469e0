import type { Attempt, AttemptEnd } from "#src/payments/domain/payment.ts";
import type { Refund } from "#src/payments/domain/refund.ts";
import type { LogFields } from "#src/platform/domain/log.ts";
import { count } from "#src/platform/domain/measure.ts";
import type { LabelsOf } from "#src/platform/domain/metrics.ts";
import type { LockedSale } from "#src/reservations/domain/sale.ts";
import type { PaymentOutcome, PaymentRequest } from "./payment-request.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";

type Logging = Pick<PaymentRuntime, "log">;
type Labels = LabelsOf<"foyer_service_payments_total">;

/**
 * Returns the fields by which the lines of a purchase are found: the reference that the buyer quotes; the attempt, by the id that
 * the storefront gave it; and the payment, by the id under which the processor knows it. None of them opens anything.
 */
export function logFieldsOf({ id, reference, idempotencyKey }: Pick<Attempt, "id" | "reference" | "idempotencyKey">) {
  return { order: reference, attempt: idempotencyKey ?? id, payment: id } satisfies LogFields;
}

export function logFieldsOfRefund({ id, order, attempt, attemptId }: Refund) {
  return { refund: id, order, attempt: attempt ?? attemptId, payment: attemptId } satisfies LogFields;
}

/** How an attempt has ended. */
export type End = { readonly state: AttemptEnd; readonly code: string | undefined };

const EVENTS = { PAID: "A purchase was paid.", DECLINED: "A payment was refused.", VOIDED: "A payment was refused." };

/** Counts and logs the end of an attempt, after the commit. `reserved` has the requests that reserved its tickets. */
export function reportEnd({ log }: Logging, attempt: Attempt, sales: readonly LockedSale[], end: End): void {
  const reserved = [...new Set(sales.flatMap(({ request }) => request ?? []))].join(" ") || undefined;
  log("info", EVENTS[end.state], { ...logFieldsOf(attempt), state: end.state, code: end.code, reserved });
  count("foyer_service_payments_total", { outcome: outcomeOf(end), ...methodOf(attempt) });
}

/** Counts and logs an attempt whose charge is not known. Its end is reported when the reconciler has found it. */
export function reportUnknown({ log }: Logging, attempt: Attempt): void {
  log("warn", "It is not known yet whether a card was charged.", logFieldsOf(attempt));
  count("foyer_service_payments_total", { outcome: "unknown", ...methodOf(attempt) });
}

/** Counts and logs a request that opened no attempt, but not the repetition of an earlier one. */
export function reportRefusal(
  { log }: Logging,
  { parts, card, idempotencyKey }: PaymentRequest,
  outcome: PaymentOutcome,
): void {
  const isRepeated = outcome.kind === "in_flight" || (outcome.kind === "answer" && outcome.replayed);
  if (isRepeated) return;
  // What is refused for load or too many tries is a refused call, of which a bounded number is logged.
  const isLimited = outcome.kind === "limited" || outcome.kind === "busy";
  const reason = outcome.kind === "answer" ? outcome.answer.type : outcome.kind;
  if (!isLimited) log("info", "A payment was refused.", { attempt: idempotencyKey, reason });
  const ofCard = parts.length === 1 ? "CARD" : "CARD_AND_OTHER";
  count("foyer_service_payments_total", {
    outcome: isLimited ? outcome.kind : "refused",
    method: card === undefined ? "WITHOUT_CARD" : ofCard,
  });
}

/** Logs that a refund has ended, after the commit of its end. */
export function reportRefund({ log }: Logging, refund: Refund): void {
  const event = refund.state === "REFUSED" ? "A refund was refused." : "A purchase was refunded.";
  log("info", event, { ...logFieldsOfRefund(refund), state: refund.state });
}

/** The ends of attempts whose code is the service's own, not the processor's. */
const OWN_CODES: Readonly<Record<string, Labels["outcome"]>> = {
  NOT_SENT: "not_sent",
  GIVEN_BACK: "voided",
  NEVER_CHARGED: "voided",
  CANCELLED: "voided",
};

function outcomeOf({ state, code = "" }: End): Labels["outcome"] {
  if (state === "PAID") return "captured";
  return state === "VOIDED" ? "voided" : (OWN_CODES[code] ?? "declined");
}

function methodOf({ amount, card }: Attempt): Pick<Labels, "method"> {
  const ofCard = card.minor === amount.minor ? "CARD" : "CARD_AND_OTHER";
  return { method: card.minor === 0 ? "WITHOUT_CARD" : ofCard };
}
