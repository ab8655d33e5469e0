import { z } from "zod";
import type { PaymentAnswer } from "#src/payments/domain/payment.ts";
import type { PaymentOutcome } from "#src/payments/use-cases/payment-request.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import { answer, declareCallIn, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import type { ErrorRow } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, toCurrency } from "#src/platform/http/shapes.ts";
import { saleStatus, shownStatus } from "#src/reservations/http/sale-shapes.ts";
import { FIELD_OF } from "./methods/body-parts.ts";

/** Declares a call that needs the processor. */
export const declarePaymentCall = declareCallIn<PaymentWorld>();

const paymentType = z.enum(["NO_SALES", "WRONG_STATE", "REFUSED", "SUCCESS", "WRONG_AMOUNT"]);

/** A plain JSON number. What it is worth is read from the text that was sent. */
export const amount = z.number().min(0);

export const paymentAnswered = named(
  "PaymentResult",
  z.object({
    successful: z.boolean(),
    type: paymentType,
    amount: currency,
    messages: z.array(z.string()),
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

/** Why a voucher cannot pay, in the pay calls and in the lookup. */
export const VOUCHER_WORDS: Readonly<Record<"not_valid" | "other_currency" | "changed", Omit<ErrorRow, "path">>> = {
  not_valid: {
    code: "VOUCHER_NOT_VALID",
    message: "This voucher cannot be used: the code is wrong, or the voucher has expired or has nothing left.",
  },
  other_currency: { code: "MIXED_CURRENCY", message: "This voucher is in another currency than the cart." },
  changed: {
    code: "VOUCHER_CHANGED",
    message: "The voucher has less left than it was to pay. Nothing was charged. Look it up again.",
  },
};

/** Returns the reply of either pay call. */
export function paymentReply(
  outcome: PaymentOutcome,
  what: "cart" | "reservation",
): Reply<z.input<typeof paymentAnswered>> {
  switch (outcome.kind) {
    case "answer":
      return answer(toWire(outcome.answer), outcome.replayed ? { "idempotency-replayed": "true" } : {});
    case "voucher_refused":
      return refuse(400, [{ path: "voucher", ...VOUCHER_WORDS[outcome.reason] }]);
    case "no_such_thing":
      return missing("key", what);
    case "means_required": {
      const field = FIELD_OF[outcome.method];
      return refuse(400, [row(field, "REQUIRED", `${field} is required, because something is due.`)]);
    }
    case "not_sent":
      return refuse(503, [row("", "BUSY", "The processor was not reached and nothing was charged. Try again.")], RETRY);
    case "busy":
      return refuse(
        429,
        [row("", "BUSY", "Too many payments are under way, and nothing was charged by this call. Try again.")],
        RETRY,
      );
    case "limited":
      return refuse(
        429,
        [
          row(
            FIELD_OF[outcome.method],
            "TOO_MANY_FAILURES",
            "There were too many tries with this cart or these means. Nothing was charged.",
          ),
        ],
        { "retry-after": String(outcome.retryAfterSeconds) },
      );
    case "in_flight":
      return refuse(
        409,
        [row(HEADER, "IDEMPOTENCY", "A payment with this key is under way. Ask again shortly.")],
        RETRY,
      );
    case "other_body":
      return refuse(422, [row(HEADER, "IDEMPOTENCY", "This key was used for another payment. Send a new one.")]);
    case "not_known":
      return refuse(504, [
        row("", "NOT_KNOWN", "What became of the charge is not known yet. Do not pay again: read the sales back."),
      ]);
  }
}

export const HEADER = "Idempotency-Key";

export const IDEMPOTENCY_KEY = {
  name: HEADER,
  description: "The id of the attempt: the same id and body are answered as the first time.",
  example: "6f1c5d2e-6a0b-4c1f-9f0e-2d3a4b5c6d7e",
} as const;

const RETRY = { "retry-after": "2" };
const KEY_MAX = 200;

/** What is wrong with a payment beyond its shape. */
export function unfitPayment(idempotencyKey: string | undefined): ErrorRow | undefined {
  if (idempotencyKey === undefined || (/^[\x21-\x7e]+$/.test(idempotencyKey) && idempotencyKey.length <= KEY_MAX))
    return undefined;
  return row(HEADER, "RANGE", `${HEADER} takes 1 to ${KEY_MAX} visible characters.`);
}

export function row(path: string, code: ErrorRow["code"], message: string): ErrorRow {
  return { path, code, message };
}

function toWire({ type, amount, payments }: PaymentAnswer): z.input<typeof paymentAnswered> {
  return {
    successful: type === "SUCCESS",
    type,
    amount: toCurrency(amount),
    messages: [...WORDS[type]],
    payments: payments.map((payment) => ({
      key: payment.key,
      type: payment.type,
      status: shownStatus(payment),
      amount: toCurrency(payment.amount),
    })),
  };
}
