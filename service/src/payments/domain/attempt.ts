import type { Money } from "#src/platform/domain/money.ts";
import type { PaymentAnswer } from "./payment.ts";

/** STARTED before anything is charged. VOIDING while a charge is voided or refunded. PAID, DECLINED and VOIDED are final. */
export type AttemptState = "STARTED" | "AUTHORISED" | "VOIDING" | "PAID" | "DECLINED" | "VOIDED";

/** One try to pay. At most one attempt of a cart is open. */
export type Attempt = {
  readonly id: string;
  readonly cartKey: string;
  readonly amount: Money;
  /** The part of the amount that the processor charges; it may be zero. */
  readonly card: Money;
  readonly state: AttemptState;
  /** A keyed hash of the request without the card. */
  readonly fingerprint: string | undefined;
  /** A keyed hash of the card; removed when the attempt is settled. */
  readonly cardFingerprint: string | undefined;
  readonly settled: boolean;
  readonly answer: PaymentAnswer | undefined;
  /** Older than the longest call to the processor, so none can still be in flight. */
  readonly overdue: boolean;
  /** Whole minutes since the attempt was written. */
  readonly ageMinutes: number;
  /** The number of times in a row that the processor did not know the attempt after it was overdue. */
  readonly absences: number;
};

/** An attempt open for so many minutes is logged for a person to look at: nothing leaves PROCESSING by expiry. */
export const ALARM_MINUTES = 10;

/** One answer "unknown attempt" may be older than the charge; two prove that no charge arrived. */
export const ABSENCES_ENOUGH = 2;
