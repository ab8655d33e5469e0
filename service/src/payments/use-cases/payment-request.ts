import type { Card } from "#src/payments/domain/card.ts";
import type { Part, PaymentAnswer } from "#src/payments/domain/payment.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { HeldScope } from "#src/reservations/use-cases/held-sales.ts";

export type PaymentRequest = {
  readonly caller: Caller;
  readonly scope: HeldScope;
  readonly parts: readonly Part[];
  readonly card?: Card;
  /** The idempotency key of this try: a retry gets the first answer. */
  readonly idempotencyKey?: string;
};

export type PaymentOutcome =
  | { readonly kind: "answer"; readonly answer: PaymentAnswer; readonly replayed: boolean }
  /** It is not known yet whether the card was charged. The reconciler finds out. */
  | { readonly kind: "not_known" }
  | { readonly kind: "no_such_thing" }
  /** A part is to be paid by card, and no card was sent. */
  | { readonly kind: "card_required" }
  /** The processor was not reached; nothing is charged and the buyer may try again. */
  | { readonly kind: "busy" }
  /** Too many tries with this cart or card; nothing is charged. */
  | { readonly kind: "limited"; readonly retryAfterSeconds: number }
  /** The same key is in use by another call, or was used for another body. */
  | { readonly kind: "in_flight" | "other_body" };
