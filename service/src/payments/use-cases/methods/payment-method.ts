import type { PaidPart } from "#src/payments/domain/payment-method.ts";
import type { AttemptRequest, PaymentOutcome, PaymentRequest } from "#src/payments/use-cases/payment-request.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Db } from "#src/platform/store/db.ts";

/** What is due for a locked cart, and what each method is to pay of it so far. */
export type Division = { readonly cartKey: string; readonly amount: Money; readonly parts: readonly PaidPart[] };

export type Prepared = { readonly parts: readonly PaidPart[] } | { readonly refused: PaymentOutcome | "wrong_amount" };

export type SellingCapability = "PUBLIC" | "BOX_OFFICE";

/** A way to pay a part of what is due. `PAYMENT_METHODS` has one entry for each. */
export type PaymentMethod = {
  /** The capability that the caller needs, beside one of those of the pay call. */
  readonly needs?: SellingCapability;
  /** Whether the processor charges this part. Every other part is paid when the attempt is opened. */
  readonly isCharged: boolean;
  /**
   * Returns what each method pays once this one has been read, or why it cannot pay its part. It runs before the attempt is
   * written and may write nothing but counts of tries, because a refusal commits.
   */
  prepare?(tx: Db, world: PaymentWorld, request: AttemptRequest, division: Division): Promise<Prepared>;
  /** Takes this method's part in the transaction that opens the attempt. Returns the refusal, and takes nothing, when it is no longer there. */
  take?(tx: Db, request: PaymentRequest, part: TakenPart): Promise<PaymentOutcome | undefined>;
  /** Returns what the attempt took by this method. It runs in the transaction that ends the attempt unpaid, once for an attempt. */
  giveBack?(tx: Db, attemptId: string): Promise<void>;
  /** Returns a part of what a paid attempt took. It runs in the transaction that completes the refund, once for a refund. */
  refundPart?(tx: Db, part: RefundedPart): Promise<void>;
};

export type RefundedPart = { readonly refundId: string; readonly attemptId: string; readonly minor: number };

export type TakenPart = { readonly attemptId: string; readonly money: Money };
