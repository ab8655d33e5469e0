import type { Attempt } from "#src/payments/domain/attempt.ts";
import { count } from "#src/platform/domain/measure.ts";
import type { LabelsOf } from "#src/platform/domain/metrics.ts";
import type { PaymentOutcome, PaymentRequest } from "./payment-request.ts";

type Labels = LabelsOf<"foyer_service_payments_total">;

/** The ends of attempts whose code is the service's own, not the processor's. */
const OWN_CODES: Readonly<Record<string, Labels["outcome"]>> = {
  NOT_SENT: "not_sent",
  GIVEN_BACK: "voided",
  NEVER_CHARGED: "voided",
  CANCELLED: "voided",
};

/** Counts the end of an attempt. */
export function measureEnd(attempt: Attempt, state: "PAID" | "DECLINED" | "VOIDED", declineCode = ""): void {
  const unpaid = state === "VOIDED" ? "voided" : (OWN_CODES[declineCode] ?? "declined");
  count("foyer_service_payments_total", { outcome: state === "PAID" ? "captured" : unpaid, ...methodOf(attempt) });
}

/** Counts an attempt whose charge is not known. Its end is counted when the reconciler has found it. */
export function measureUnknown(attempt: Attempt): void {
  count("foyer_service_payments_total", { outcome: "unknown", ...methodOf(attempt) });
}

/** Counts a request that opened no attempt. The repetition of an earlier one is not counted again. */
export function measureRefusal({ parts, card }: PaymentRequest, outcome: PaymentOutcome): void {
  const isRepeated = outcome.kind === "in_flight" || (outcome.kind === "answer" && outcome.replayed);
  if (isRepeated) return;
  const ofCard = parts.length === 1 ? "CARD" : "CARD_AND_OTHER";
  count("foyer_service_payments_total", {
    outcome: outcome.kind === "limited" || outcome.kind === "busy" ? outcome.kind : "refused",
    method: card === undefined ? "WITHOUT_CARD" : ofCard,
  });
}

function methodOf({ amount, card }: Attempt): Pick<Labels, "method"> {
  const ofCard = card.minor === amount.minor ? "CARD" : "CARD_AND_OTHER";
  return { method: card.minor === 0 ? "WITHOUT_CARD" : ofCard };
}
