import { z } from "zod";
import type { MethodName } from "#src/payments/domain/payment-method.ts";
import { payCart } from "#src/payments/use-cases/pay-cart.ts";
import { refuse } from "#src/platform/http/call.ts";
import { keyParams } from "#src/reservations/http/sale-shapes.ts";
import { withNumbersAsText } from "./exact-json.ts";
import { bodyPartsOf, type ExactParts, meansOf } from "./methods/body-parts.ts";
import {
  amount,
  declarePaymentCall,
  HEADER,
  IDEMPOTENCY_KEY,
  paymentAnswered,
  paymentReply,
  unfitPayment,
} from "./payment-body.ts";

/** Returns the call that pays for a cart by these methods. `amount` is always the whole of what is due; the card pays what is left. */
export function cartPaymentCalls(methods: readonly MethodName[]) {
  const pay = declarePaymentCall({
    method: "POST",
    path: "/cart/{key}/payment",
    summary: "Pay for a cart, all of it or none, by card, by voucher or by both",
    access: ["PUBLIC", "BOX_OFFICE"],
    headers: [IDEMPOTENCY_KEY],
    params: keyParams,
    body: z.strictObject({ amount, ...bodyPartsOf(methods) }),
    answer: paymentAnswered,
    async handle({ world, caller, params, body, rawBody, header }) {
      const idempotencyKey = header(HEADER);
      const unfit = unfitPayment(idempotencyKey);
      if (unfit) return refuse(400, [unfit]);

      const sent = withNumbersAsText(rawBody) as ExactParts & { readonly amount: string };
      const outcome = await payCart(world, {
        caller,
        scope: { cartKey: params.key },
        parts: [{ method: "CREDIT_CARD", text: sent.amount }],
        ...meansOf(body, sent),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
      return paymentReply(outcome, "cart");
    },
  });

  return [pay];
}
