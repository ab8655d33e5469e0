import { z } from "zod";
import { CARD } from "#src/payments/domain/payment.ts";
import { payCart } from "#src/payments/use-cases/pay-cart.ts";
import { refuse } from "#src/platform/http/call.ts";
import { lacks } from "#src/reservations/http/reservations.ts";
import { keyParams } from "#src/reservations/http/sale-shapes.ts";
import { withNumbersAsText } from "./exact-json.ts";
import {
  amount,
  cardOf,
  creditCard,
  declarePaymentCall,
  HEADER,
  IDEMPOTENCY_KEY,
  METHODS,
  paymentAnswered,
  paymentReply,
  unfitPayment,
} from "./payment-body.ts";

const body = z.strictObject({
  /** By method. Together they are what is due, exactly. */
  amounts: z.partialRecord(z.enum(METHODS), amount),
  creditCard: creditCard.optional(),
});

const pay = declarePaymentCall({
  method: "POST",
  path: "/reservation/{key}/payment",
  summary: "Pay for one reservation, by card or at the box office",
  access: ["PUBLIC", "BOX_OFFICE"],
  headers: [IDEMPOTENCY_KEY],
  params: keyParams,
  body,
  answer: paymentAnswered,
  async handle({ world, caller, params, body, rawBody, header }) {
    const idempotencyKey = header(HEADER);
    const unfit = unfitPayment(idempotencyKey);
    if (unfit) return refuse(400, [unfit]);
    const byHand = Object.keys(body.amounts).find((method) => method !== CARD);
    if (byHand !== undefined && !caller.capabilities.has("BOX_OFFICE")) return lacks("BOX_OFFICE", `amounts.${byHand}`);

    const { amounts } = withNumbersAsText(rawBody) as { readonly amounts: Readonly<Record<string, string>> };
    const card = cardOf(body.creditCard);
    const outcome = await payCart(world, {
      caller,
      scope: params,
      parts: Object.entries(amounts).map(([method, text]) => ({ method, text })),
      ...(card && { card }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    return paymentReply(outcome, "reservation");
  },
});

export const RESERVATION_PAYMENT_CALLS = [pay];
