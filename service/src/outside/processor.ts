import type { Money } from "../domain/money.ts";

/** A card as the buyer typed it. It lives for one call, and prints as [card]. */
export type Card = {
  readonly name: string;
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string;
};

/** What the processor knows of one attempt. */
export type Charge =
  | { readonly state: "authorised" | "captured" | "voided" | "refunded"; readonly id: string }
  | { readonly state: "declined"; readonly id: string; readonly code: string };

/**
 * Whoever charges the card. Each call answers what is certain, or "not_known" when the answer was lost:
 * then only `findByAttempt` may be asked, never the call again under another key.
 */
export type Processor = {
  authorise(attemptId: string, amount: Money, card: Card): Promise<Charge | "not_known">;
  capture(chargeId: string): Promise<"captured" | "refused" | "not_known">;
  voidCharge(chargeId: string): Promise<"voided" | "refused" | "not_known">;
  refund(chargeId: string): Promise<"refunded" | "refused" | "not_known">;
  findByAttempt(attemptId: string): Promise<Charge | undefined | "not_known">;
};
