import type { Money } from "#src/platform/domain/money.ts";
import type { Card } from "./card.ts";
import type { Charge } from "./charge.ts";

/**
 * Whoever charges the card. Each call is sent once and answers what is certain, or "not_known" when the answer was
 * lost: then only `findByAttempt` may be asked, never `authorise` again. Capture, void and refund may be repeated.
 */
export type Processor = {
  /** "not_sent": the processor was not reached, or turned the request away unread. Nothing is charged, for certain. */
  authorise(attemptId: string, amount: Money, card: Card): Promise<Charge | "not_sent" | "not_known">;
  capture(chargeId: string): Promise<"captured" | "refused" | "not_known">;
  voidCharge(chargeId: string): Promise<"voided" | "refused" | "not_known">;
  refund(chargeId: string): Promise<"refunded" | "refused" | "not_known">;
  findByAttempt(attemptId: string): Promise<Charge | undefined | "not_known">;
};
