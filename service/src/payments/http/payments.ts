import { z } from "zod";
import { type MethodName, PAYMENT_TYPES, type PaymentAnswer } from "#src/payments/domain/payment.ts";
import { payCart } from "#src/payments/use-cases/pay.ts";
import { findForbidden } from "#src/payments/use-cases/payment-methods.ts";
import type { PaymentOutcome } from "#src/payments/use-cases/payment-request.ts";
import { answer, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, toCurrency } from "#src/platform/http/shapes.ts";
import { lacks } from "#src/reservations/http/reservations.ts";
import { keyParams, saleStatus, shownStatus } from "#src/reservations/http/sale-shapes.ts";
import {
  amount,
  bodyPartsOf,
  declarePaymentCall,
  type ExactParts,
  fieldOf,
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY,
  meansOf,
  meansRefusedRow,
  readIdempotencyKey,
  withNumbersAsText,
} from "./payment-body.ts";

const paymentType = z.enum(PAYMENT_TYPES);

const paymentAnswered = named(
  "PaymentResult",
  z.object({
    successful: z.boolean(),
    type: paymentType,
    amount: currency,
    messages: z.array(z.string()),
    /** The reference that the buyer quotes. Null where nothing was tried. */
    reference: z.string().nullable(),
    payments: z.array(z.object({ key: z.string(), type: paymentType, status: saleStatus, amount: currency })),
  }),
);

const WORDS: Readonly<Record<PaymentAnswer["type"], readonly string[]>> = {
  SUCCESS: [],
  REFUSED: ["The card was declined and nothing was charged. The tickets are still held: try another card."],
  WRONG_AMOUNT: ["The amount is not what is due, and nothing was charged. Pay exactly the amount named here."],
  WRONG_STATE: ["This cannot be paid for now, and nothing was charged by this call. Read the sales back."],
  NO_SALES: ["There is nothing to pay for. Reserve tickets first."],
};

/** Returns the calls that pay for a cart or for one reservation by these methods. */
export function paymentCalls(methods: readonly MethodName[]) {
  return [payReservation(methods), payWholeCart(methods)];
}

/** `amount` is always the whole amount due; the card pays what the voucher leaves. */
function payWholeCart(methods: readonly MethodName[]) {
  return declarePaymentCall({
    method: "POST",
    path: "/cart/{key}/payment",
    summary: "Pay for a cart, all of it or none, by card, by voucher or by both",
    access: ["PUBLIC", "BOX_OFFICE"],
    headers: [IDEMPOTENCY_KEY],
    params: keyParams,
    body: z.strictObject({ amount, ...bodyPartsOf(methods) }),
    answer: paymentAnswered,
    async handle({ runtime, caller, params, body, rawBody, header }) {
      const { idempotencyKey, refused } = readIdempotencyKey(header);
      if (refused) return refused;

      const sent = withNumbersAsText(rawBody) as ExactParts & { readonly amount: string };
      const outcome = await payCart(runtime, {
        caller,
        scope: { cartKey: params.key },
        parts: [{ method: "CREDIT_CARD", text: sent.amount }],
        ...meansOf(body, sent),
        idempotencyKey,
      });
      return paymentReply(outcome, "cart");
    },
  });
}

/** The amounts must add up to exactly what is due. */
function payReservation(methods: readonly MethodName[]) {
  const body = z.strictObject({ amounts: z.partialRecord(z.enum(methods), amount), ...bodyPartsOf(methods) });
  return declarePaymentCall({
    method: "POST",
    path: "/reservation/{key}/payment",
    summary: "Pay for one reservation, by card, by voucher or at the box office",
    access: ["PUBLIC", "BOX_OFFICE"],
    headers: [IDEMPOTENCY_KEY],
    params: keyParams,
    body,
    answer: paymentAnswered,
    async handle({ runtime, caller, params, body, rawBody, header }) {
      const { idempotencyKey, refused } = readIdempotencyKey(header);
      if (refused) return refused;
      const named = methods.filter((method) => body.amounts[method] !== undefined);
      const forbidden = findForbidden(caller, named);
      if (forbidden) return lacks(forbidden.needs, `amounts.${forbidden.method}`);

      const sent = withNumbersAsText(rawBody) as ExactParts & {
        readonly amounts: Readonly<Record<MethodName, string>>;
      };
      const outcome = await payCart(runtime, {
        caller,
        scope: params,
        parts: named.map((method) => ({ method, text: sent.amounts[method] })),
        ...meansOf(body, sent),
        idempotencyKey,
      });
      return paymentReply(outcome, "reservation");
    },
  });
}

const RETRY = { "retry-after": "2" };

/** Returns the reply of either pay call. */
function paymentReply(outcome: PaymentOutcome, what: "cart" | "reservation"): Reply<z.input<typeof paymentAnswered>> {
  switch (outcome.kind) {
    case "answer":
      return answer(toWire(outcome), outcome.replayed ? { "idempotency-replayed": "true" } : {});
    case "means_refused":
      return refuse(400, [meansRefusedRow(fieldOf(outcome.method), outcome.reason)]);
    case "no_such_thing":
      return missing("key", what);
    case "means_required": {
      const field = fieldOf(outcome.method);
      return refuse(400, [row(field, "required", `${field} is required, because something is due.`)]);
    }
    case "not_sent":
      return refuse(
        503,
        [row("", "processor_not_reached", "The processor was not reached and nothing was charged. Try again.")],
        RETRY,
      );
    case "busy":
      return refuse(
        429,
        [row("", "busy", "Too many payments are under way, and nothing was charged by this call. Try again.")],
        RETRY,
      );
    case "limited":
      return refuse(
        429,
        [
          row(
            fieldOf(outcome.method),
            "too_many_failures",
            "There were too many tries with this cart or these means. Nothing was charged.",
          ),
        ],
        { "retry-after": String(outcome.retryAfterSeconds) },
      );
    case "in_flight":
      return refuse(
        409,
        [
          row(
            IDEMPOTENCY_HEADER,
            "idempotency_key_in_flight",
            "A payment with this key is under way. Ask again shortly.",
          ),
        ],
        RETRY,
      );
    case "other_body":
      return refuse(422, [
        row(IDEMPOTENCY_HEADER, "idempotency_key_used", "This key was used for another payment. Send a new one."),
      ]);
    case "not_known":
      return refuse(504, [
        row(
          "",
          "payment_not_known",
          "What became of the charge is not known yet. Do not pay again: read the sales back.",
        ),
      ]);
  }
}

function toWire({
  answer: { type, amount, payments },
  reference,
}: Extract<PaymentOutcome, { kind: "answer" }>): z.input<typeof paymentAnswered> {
  return {
    successful: type === "SUCCESS",
    type,
    amount: toCurrency(amount),
    messages: [...WORDS[type]],
    reference: reference ?? null,
    payments: payments.map((payment) => ({
      key: payment.key,
      type: payment.type,
      status: shownStatus(payment),
      amount: toCurrency(payment.amount),
    })),
  };
}
