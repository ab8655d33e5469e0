import { z } from "zod";
import type { MethodName } from "#src/payments/domain/payment-method.ts";
import { findForbidden } from "#src/payments/use-cases/methods/payment-methods.ts";
import { payCart } from "#src/payments/use-cases/pay-cart.ts";
import { refuse } from "#src/platform/http/call.ts";
import { lacks } from "#src/reservations/http/reservations.ts";
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

/** Returns the call that pays for one reservation by these methods. The amounts together are what is due, exactly. */
export function reservationPaymentCalls(methods: readonly MethodName[]) {
  const body = z.strictObject({ amounts: z.partialRecord(z.enum(methods), amount), ...bodyPartsOf(methods) });
  const pay = declarePaymentCall({
    method: "POST",
    path: "/reservation/{key}/payment",
    summary: "Pay for one reservation, by card, by voucher or at the box office",
    access: ["PUBLIC", "BOX_OFFICE"],
    headers: [IDEMPOTENCY_KEY],
    params: keyParams,
    body,
    answer: paymentAnswered,
    async handle({ world, caller, params, body, rawBody, header }) {
      const idempotencyKey = header(HEADER);
      const unfit = unfitPayment(idempotencyKey);
      if (unfit) return refuse(400, [unfit]);
      const named = methods.filter((method) => body.amounts[method] !== undefined);
      const forbidden = findForbidden(caller, named);
      if (forbidden) return lacks(forbidden.needs, `amounts.${forbidden.method}`);

      const sent = withNumbersAsText(rawBody) as ExactParts & {
        readonly amounts: Readonly<Record<MethodName, string>>;
      };
      const outcome = await payCart(world, {
        caller,
        scope: params,
        parts: named.map((method) => ({ method, text: sent.amounts[method] })),
        ...meansOf(body, sent),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
      return paymentReply(outcome, "reservation");
    },
  });

  return [pay];
}
