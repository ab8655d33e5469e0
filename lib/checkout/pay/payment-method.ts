import "server-only";

import type { CardErrorWords } from "#lib/checkout/card-schema.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { PayableOrder } from "#lib/ticketing/model/payment-parts.ts";
import type { PaymentMeans } from "#lib/ticketing/payment-means.ts";

/** What was typed on the pay page, and the order that it pays for. */
export type PayForm = { readonly order: PayableOrder; readonly form: FormData };

export type Read<Typed> =
  | { readonly ok: true; readonly typed: Typed }
  | { readonly ok: false; readonly fieldErrors: Readonly<Record<string, string>> };

/** A way to pay a part of an order. `payment-methods.ts` has one entry for each. */
export type PaymentMethod<Typed> = {
  /** Returns what it pays of an order; zero when it has nothing to pay, and then its fields are not shown. */
  part(order: PayableOrder): Money;
  /** Reads and validates its fields of the pay page. */
  read(sent: PayForm, words: CardErrorWords, now: Date): Read<Typed>;
  /** Returns the part of the pay call's body. */
  means(typed: Typed, part: Money): PaymentMeans;
};
