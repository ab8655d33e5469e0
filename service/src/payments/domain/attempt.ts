import type { Money } from "#src/platform/domain/money.ts";
import type { PaymentAnswer } from "./payment.ts";

/** STARTED before anything is charged. VOIDING: what was charged is being given back. The last three are ends. */
export type AttemptState = "STARTED" | "AUTHORISED" | "VOIDING" | "PAID" | "DECLINED" | "VOIDED";

/** One try at paying; at most one of a cart is open. */
export type Attempt = {
  readonly id: string;
  readonly cartKey: string;
  readonly amount: Money;
  /** What goes to the processor: all of it, a part, or nothing. */
  readonly card: Money;
  readonly state: AttemptState;
  /** Of all that was asked for but the card. */
  readonly fingerprint: string | undefined;
  /** Of the card, until the attempt is settled. */
  readonly cardFingerprint: string | undefined;
  readonly settled: boolean;
  readonly answer: PaymentAnswer | undefined;
  /** So old that no call to the processor can still be on its way. */
  readonly overdue: boolean;
  /** Minutes since it was written, whole. */
  readonly ageMinutes: number;
  /** How often in a row, since then, the processor had never heard of it. */
  readonly absences: number;
};

/** A payment that is open for so long needs a person to look: nothing expires out of PROCESSING. */
export const ALARM_MINUTES = 10;

/** One "never heard of it" may be an answer from before the charge arrived; two say that nothing did. */
export const ABSENCES_ENOUGH = 2;
