import type { Money } from "#src/platform/domain/money.ts";
import type { Card } from "./card.ts";
import type { Charge } from "./charge.ts";

/**
 * Charges cards. Each call is sent once and returns what is certain, or "not_known" when no answer arrived. After "not_known"
 * only `findByAttempt` may be called, never `authorise` again. Capture, void and refund are idempotent and may be retried.
 */
export type Processor = {
  /** Returns "not_sent" when the processor was not reached or rejected the request unread: certainly nothing is charged. */
  authorise(attemptId: string, amount: Money, card: Card): Promise<Charge | "not_sent" | "not_known">;
  capture(chargeId: string): Promise<"captured" | "refused" | "not_known">;
  voidCharge(chargeId: string): Promise<"voided" | "refused" | "not_known">;
  refund(chargeId: string): Promise<"refunded" | "refused" | "not_known">;
  findByAttempt(attemptId: string): Promise<Charge | undefined | "not_known">;
};
