import "server-only";

import type { CardErrorWords } from "#lib/checkout/card-schema.ts";
import type { Visit } from "#lib/session/visit/visit-cookie.ts";
import type { CardDetails } from "#lib/ticketing/card.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { isZero } from "#lib/ticketing/model/money.ts";
import type { PayableOrder } from "#lib/ticketing/model/payment-parts.ts";
import type { PaymentMeans } from "#lib/ticketing/payment-means.ts";
import { CREDIT_CARD } from "./credit-card.ts";
import type { PayForm, PaymentMethod, Read } from "./payment-method.ts";
import { VOUCHER } from "./voucher.ts";

/** What the buyer pays with. `card` is set when a card pays a part: its tries are limited. */
export type Payment = { readonly means: readonly PaymentMeans[]; readonly card?: CardDetails };

/** Returns what is to be paid, with the voucher that the visitor applied. */
export function payableOrder({ voucher }: Pick<Visit, "voucher">, { total }: Pick<Cart, "total">): PayableOrder {
  return { total, ...(voucher && { voucher }) };
}

/** Reads from what each method pays its part, or returns the errors of its fields. */
export function readPayment(sent: PayForm, words: CardErrorWords, now: Date): Read<Payment> {
  const voucher = readPart(VOUCHER, sent, words, now);
  if (voucher && !voucher.ok) return voucher;
  const card = readPart(CREDIT_CARD, sent, words, now);
  if (card && !card.ok) return card;
  const means = [
    ...(voucher ? [VOUCHER.means(voucher.typed, VOUCHER.part(sent.order))] : []),
    ...(card ? [CREDIT_CARD.means(card.typed, CREDIT_CARD.part(sent.order))] : []),
  ];
  return { ok: true, typed: { means, ...(card && { card: card.typed }) } };
}

/** Returns whether the pay page shows the card's fields. */
export function isCardShown(order: PayableOrder): boolean {
  return !isZero(CREDIT_CARD.part(order));
}

/** Returns `undefined` for a method that has nothing to pay. */
function readPart<Typed>(
  method: PaymentMethod<Typed>,
  sent: PayForm,
  words: CardErrorWords,
  now: Date,
): Read<Typed> | undefined {
  return isZero(method.part(sent.order)) ? undefined : method.read(sent, words, now);
}
