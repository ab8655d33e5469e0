import "server-only";

import { CARD_FIELDS, cardSchema } from "#lib/checkout/card-schema.ts";
import { firstErrors } from "#lib/forms/first-errors.ts";
import { textsOf } from "#lib/forms/form-texts.ts";
import { Card, type CardDetails } from "#lib/ticketing/card.ts";
import { paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import type { PaymentMethod } from "./payment-method.ts";

/** The card's four inputs. It pays what the other methods leave. */
export const CREDIT_CARD: PaymentMethod<CardDetails> = {
  part: (order) => paymentParts(order).card,
  read({ form }, words, now) {
    const card = cardSchema(words, now).safeParse(textsOf(form, CARD_FIELDS));
    return card.success ? { ok: true, typed: card.data } : { ok: false, fieldErrors: firstErrors(card.error.issues) };
  },
  means: (card) => new Card(card),
};
