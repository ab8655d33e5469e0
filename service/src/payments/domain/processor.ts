import type { Money } from "#src/platform/domain/money.ts";
import type { Card } from "./card.ts";

/** The state of an attempt's charge at the processor. */
export type Charge =
  | { readonly state: "authorised" | "captured" | "voided" | "refunded"; readonly id: string }
  | { readonly state: "declined"; readonly id: string; readonly code: string };

/**
 * Charges cards. Each call is sent once and returns what is certain, or "not_known" when no answer arrived. After "not_known"
 * only `findByAttempt` may be called, never `authorise` again. Capture, void and refund are idempotent and may be retried.
 * A partial refund is made once under its id, so it may be repeated under the same id, and never under another.
 */
export type Processor = {
  /** Returns "not_sent" when the processor was not reached or rejected the request unread: certainly nothing is charged. */
  authorise(attemptId: string, amount: Money, card: Card): Promise<Charge | "not_sent" | "not_known">;
  capture(chargeId: string): Promise<"captured" | "refused" | "not_known">;
  voidCharge(chargeId: string): Promise<"voided" | "refused" | "not_known">;
  refund(chargeId: string): Promise<"refunded" | "refused" | "not_known">;
  /** Refunds a part of a charge. "refused" is final for this refund id. */
  refundPart(chargeId: string, refundId: string, amount: Money): Promise<"refunded" | "refused" | "not_known">;
  /** `undefined`: no refund has arrived under this id. */
  findRefund(refundId: string): Promise<"refunded" | "refused" | undefined | "not_known">;
  findByAttempt(attemptId: string): Promise<Charge | undefined | "not_known">;
};
