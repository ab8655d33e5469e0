import "server-only";

import { CARD_FIELDS, type CardErrorWords, cardSchema } from "#lib/checkout/card-schema.ts";
import { firstErrors, textsOf } from "#lib/forms/form.ts";
import type { Purchase } from "#lib/session/purchase/purchase-cookie.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { isZero, type Money } from "#lib/ticketing/model/money.ts";
import { type PayableOrder, type PaymentParts, paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import { Card, type CardDetails, type PaymentMeans, voucherMeans } from "#lib/ticketing/payment-means.ts";

/** What was typed on the pay page, and the order that it pays for. */
type PayForm = { readonly order: PayableOrder; readonly form: FormData };

type Read<Typed> =
  | { readonly ok: true; readonly typed: Typed }
  | { readonly ok: false; readonly fieldErrors: Readonly<Record<string, string>> };

/** What pays one part. `card` is set where a card pays, since tries of cards are limited. */
type Paying = { readonly means: PaymentMeans; readonly card?: CardDetails };

/** Reads and validates the fields of a payment method on the pay page, to pay exactly this part. */
type ReadMethod = (sent: PayForm, part: Money, words: CardErrorWords, now: Date) => Read<Paying>;

/** Each way to pay a part of an order. The fields of a method with nothing to pay are neither shown nor read. */
const PAYMENT_METHODS: Readonly<Record<keyof PaymentParts, ReadMethod>> = {
  /** Applied before. Its code is in the purchase, so the pay form has no field for it. */
  voucher({ order: { voucher } }, part) {
    return voucher ? { ok: true, typed: { means: voucherMeans(voucher, part) } } : { ok: false, fieldErrors: {} };
  },

  /** Four inputs. It pays what the other methods leave. */
  card({ form }, _part, words, now) {
    const { success, data, error } = cardSchema(words, now).safeParse(textsOf(form, CARD_FIELDS));
    if (!success) return { ok: false, fieldErrors: firstErrors(error.issues) };
    return { ok: true, typed: { means: new Card(data), card: data } };
  },
};

/** What the buyer pays with: the means of each method that pays a part. */
export type Payment = Pick<Paying, "card"> & { readonly means: readonly PaymentMeans[] };

/** Returns what is to be paid, with the voucher that the visitor applied. */
export function payableOrder({ voucher }: Pick<Purchase, "voucher">, { total }: Pick<Cart, "total">): PayableOrder {
  return { total, ...(voucher && { voucher }) };
}

/** Reads what each method pays its part with, or returns the errors of the first method with invalid fields. */
export function readPayment(sent: PayForm, words: CardErrorWords, now: Date): Read<Payment> {
  const paying: Paying[] = [];
  const parts = paymentParts(sent.order);
  for (const [name, readMethod] of Object.entries(PAYMENT_METHODS)) {
    // The keys of both objects are the same.
    const part = parts[name as keyof PaymentParts];
    if (isZero(part)) continue;
    const read = readMethod(sent, part, words, now);
    if (!read.ok) return read;
    paying.push(read.typed);
  }
  const card = paying.find(({ card }) => card)?.card;
  return { ok: true, typed: { means: paying.map(({ means }) => means), ...(card && { card }) } };
}

/** Returns whether the pay page shows the card's fields. */
export function isCardShown(order: PayableOrder): boolean {
  return !isZero(paymentParts(order).card);
}
