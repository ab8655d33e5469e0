import type { Card } from "#src/payments/domain/card.ts";
import type { MethodName, Part, PaymentAnswer } from "#src/payments/domain/payment.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { CartScope } from "#src/reservations/use-cases/carts.ts";

/** The means of payment that the request contains. */
export type PaymentMeans = {
  readonly card?: Card;
  /** `amount` is what the voucher pays, digit by digit as it was sent; without it the voucher pays as much as it can. */
  readonly voucher?: { readonly code: string; readonly amount?: string };
};

/** Returns the means other than the card. A retry must have the same ones. */
export function otherMeans({ voucher }: PaymentMeans): readonly object[] {
  return voucher ? [voucher] : [];
}

export type PaymentRequest = PaymentMeans & {
  readonly caller: Caller;
  readonly scope: CartScope;
  readonly parts: readonly Part[];
  /** The idempotency key of this try: a retry gets the first answer. */
  readonly idempotencyKey?: string | undefined;
};

/** `mayCharge`: false at the limit and without a card. Payments without a card part ignore it. */
export type AttemptRequest = PaymentRequest & { readonly mayCharge: boolean };

/** `changed`: the balance is less than the part that it was to pay. */
export type MeansRefusal = "not_valid" | "other_currency" | "changed";

export type PaymentOutcome =
  | {
      readonly kind: "answer";
      readonly answer: PaymentAnswer;
      readonly replayed: boolean;
      /** The reference of the order, where an attempt was opened. */
      readonly reference?: string | undefined;
    }
  /** It is not known yet whether the card was charged. The reconciler finds out. */
  | { readonly kind: "not_known" }
  | { readonly kind: "no_such_thing" }
  /** These means cannot pay the method's part. Nothing is taken. */
  | { readonly kind: "means_refused"; readonly method: MethodName; readonly reason: MeansRefusal }
  /** The method has a part to pay, but the request lacks its means: the card or the voucher. */
  | { readonly kind: "means_required"; readonly method: MethodName }
  /** The processor was not reached; nothing is charged and the buyer may try again. */
  | { readonly kind: "not_sent" }
  /** As many charges as the limit allows are under way. Nothing is charged and the buyer may try again. */
  | { readonly kind: "busy" }
  /** Too many tries with this cart or these means; nothing is charged. */
  | { readonly kind: "limited"; readonly method: MethodName; readonly retryAfterSeconds: number }
  /** The same key is in use by another call, or was used for another body. */
  | { readonly kind: "in_flight" | "other_body" };
