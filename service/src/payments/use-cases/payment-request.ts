import type { Card } from "#src/payments/domain/card.ts";
import type { Part, PaymentAnswer } from "#src/payments/domain/payment.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { HeldScope } from "#src/reservations/use-cases/held-sales.ts";

export type PaymentRequest = {
  readonly caller: Caller;
  readonly scope: HeldScope;
  readonly parts: readonly Part[];
  readonly card?: Card;
  /** The caller's own id of this try: sent again, it is answered as the first time. */
  readonly idempotencyKey?: string;
};

export type PaymentOutcome =
  | { readonly kind: "answer"; readonly answer: PaymentAnswer; readonly replayed: boolean }
  /** Nobody can say yet whether money moved. The reconciler will. */
  | { readonly kind: "not_known" }
  | { readonly kind: "no_such_thing" }
  /** A part goes to a card, and there is none. */
  | { readonly kind: "card_required" }
  /** The processor was not reached; nothing is charged and the buyer may try again. */
  | { readonly kind: "busy" }
  /** Too many tries with this cart or card; nothing is charged. */
  | { readonly kind: "limited"; readonly retryAfterSeconds: number }
  /** The same key is being answered at this moment, or was used for another body. */
  | { readonly kind: "in_flight" | "other_body" };
