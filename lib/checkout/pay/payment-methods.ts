import "server-only";

import { CARD_FIELDS, type CardErrorWords, cardSchema } from "#lib/checkout/card-schema.ts";
import { firstErrors, textsOf } from "#lib/forms/form.ts";
import type { Purchase } from "#lib/session/purchase/purchase-cookie.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { isZero, type Money } from "#lib/ticketing/model/money.ts";
import { type AppliedVoucher, type PayableOrder, paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import { Card, type CardDetails, type PaymentMeans } from "#lib/ticketing/payment-means.ts";
import { voucherMeans } from "#lib/ticketing/vouchers.ts";

/** What was typed on the pay page, and the order that it pays for. */
type PayForm = { readonly order: PayableOrder; readonly form: FormData };

type Read<Typed> =
  | { readonly ok: true; readonly typed: Typed }
  | { readonly ok: false; readonly fieldErrors: Readonly<Record<string, string>> };

/** A way to pay a part of an order. `payment-methods.ts` has one entry for each. */
type PaymentMethod<Typed> = {
  /** Returns what it pays of an order; zero when it has nothing to pay, and then its fields are not shown. */
  part(order: PayableOrder): Money;
  /** Reads and validates its fields of the pay page. */
  read(sent: PayForm, words: CardErrorWords, now: Date): Read<Typed>;
  /** Returns the part of the pay call's body. */
  means(typed: Typed, part: Money): PaymentMeans;
};

/** A voucher that the buyer applied before. Its code is in the purchase, so the pay form has no field for it. */
const VOUCHER: PaymentMethod<AppliedVoucher> = {
  part: (order) => paymentParts(order).voucher,
  read: ({ order: { voucher } }) => (voucher ? { ok: true, typed: voucher } : { ok: false, fieldErrors: {} }),
  means: voucherMeans,
};

/** The card's four inputs. It pays what the other methods leave. */
const CREDIT_CARD: PaymentMethod<CardDetails> = {
  part: (order) => paymentParts(order).card,
  read({ form }, words, now) {
    const card = cardSchema(words, now).safeParse(textsOf(form, CARD_FIELDS));
    return card.success ? { ok: true, typed: card.data } : { ok: false, fieldErrors: firstErrors(card.error.issues) };
  },
  means: (card) => new Card(card),
};

/** What the buyer pays with. `card` is set when a card pays a part: its tries are limited. */
export type Payment = { readonly means: readonly PaymentMeans[]; readonly card?: CardDetails };

/** Returns what is to be paid, with the voucher that the visitor applied. */
export function payableOrder({ voucher }: Pick<Purchase, "voucher">, { total }: Pick<Cart, "total">): PayableOrder {
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
