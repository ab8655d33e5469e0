import { z } from "zod";
import { CARD } from "#src/payments/domain/payment.ts";
import { payCart } from "#src/payments/use-cases/pay-cart.ts";
import { refuse } from "#src/platform/http/call.ts";
import { keyParams } from "#src/reservations/http/sale-shapes.ts";
import { withNumbersAsText } from "./exact-json.ts";
import {
  amount,
  cardOf,
  creditCard,
  declarePaymentCall,
  HEADER,
  IDEMPOTENCY_KEY,
  paymentAnswered,
  paymentReply,
  unfitPayment,
} from "./payment-body.ts";

const pay = declarePaymentCall({
  method: "POST",
  path: "/cart/{key}/payment",
  summary: "Pay for a cart, all of it or none, by card",
  access: ["PUBLIC", "BOX_OFFICE"],
  headers: [IDEMPOTENCY_KEY],
  params: keyParams,
  body: z.strictObject({ amount, creditCard: creditCard.optional() }),
  answer: paymentAnswered,
  async handle({ world, caller, params, body, rawBody, header }) {
    const idempotencyKey = header(HEADER);
    const unfit = unfitPayment(idempotencyKey);
    if (unfit) return refuse(400, [unfit]);

    const sent = withNumbersAsText(rawBody) as { readonly amount: string };
    const card = cardOf(body.creditCard);
    const outcome = await payCart(world, {
      caller,
      scope: { cartKey: params.key },
      parts: [{ method: CARD, text: sent.amount }],
      ...(card && { card }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    return paymentReply(outcome, "cart");
  },
});

export const CART_PAYMENT_CALLS = [pay];
