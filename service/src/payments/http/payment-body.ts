import { z } from "zod";
import { Card } from "#src/payments/domain/card.ts";
import type { MethodName } from "#src/payments/domain/payment.ts";
import type { MeansRefusal, PaymentMeans } from "#src/payments/use-cases/payment-request.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import { visibleText, withPlainDigits } from "#src/platform/domain/typed-text.ts";
import { declareCallIn, refuse } from "#src/platform/http/call.ts";
import { because, type ErrorRow, row } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import type { Reason } from "#src/platform/http/reasons.ts";

/** Declares a call that needs the processor. */
export const declarePaymentCall = declareCallIn<PaymentRuntime>();

/** A plain JSON number. Its value is read from the text that was sent, so that no digit is lost to a float. */
export const amount = z.number().min(0);

const MEANS_REFUSED: Readonly<Record<MeansRefusal, readonly [Reason, string]>> = {
  not_valid: [
    "voucher_not_valid",
    "This voucher cannot be used: the code is wrong, or the voucher has expired or has nothing left.",
  ],
  other_currency: ["voucher_of_other_currency", "This voucher is in another currency than the cart."],
  changed: ["voucher_changed", "The voucher has less left than it was to pay. Nothing was charged. Look it up again."],
};

/** Returns why a voucher cannot pay, for the pay calls and the lookup. */
export function meansRefusedRow(path: string, refusal: MeansRefusal): ErrorRow {
  return row(path, ...MEANS_REFUSED[refusal]);
}

export const IDEMPOTENCY_HEADER = "Idempotency-Key";

export const IDEMPOTENCY_KEY = {
  name: IDEMPOTENCY_HEADER,
  description: "The id of the attempt: the same id and body are answered as the first time.",
  example: "6f1c5d2e-6a0b-4c1f-9f0e-2d3a4b5c6d7e",
} as const;

const KEY_MAX = 200;

/** Returns the idempotency key of a request, or the reply to an invalid one. */
export function readIdempotencyKey(header: (name: string) => string | undefined) {
  const idempotencyKey = header(IDEMPOTENCY_HEADER);
  if (idempotencyKey === undefined || (/^[\x21-\x7e]+$/.test(idempotencyKey) && idempotencyKey.length <= KEY_MAX))
    return { idempotencyKey };
  const words = `${IDEMPOTENCY_HEADER} takes 1 to ${KEY_MAX} visible characters.`;
  return { refused: refuse(400, [row(IDEMPOTENCY_HEADER, "idempotency_key_unfit", words)]) };
}

/** A card as it was typed, for the processor only. The field names are this service's. */
const creditCard = named(
  "CreditCard",
  z.strictObject({
    name: z.string().overwrite(visibleText).min(1).max(100),
    number: z
      .string()
      .max(40)
      .transform((text) => withPlainDigits(text).replaceAll(/[\s\p{Pd}\p{Cf}]/gu, ""))
      .refine((digits) => /^\d{12,19}$/.test(digits) && isLuhn(digits), {
        error: "a card number is expected: check its digits",
        params: because("not_a_card_number"),
      }),
    expiryMonth: z.int().min(1).max(12),
    expiryYear: z.int().min(2000).max(2099),
    cvv: z
      .string()
      .overwrite((typed) => withPlainDigits(typed).trim())
      .regex(/^\d{3,4}$/, "three or four digits are expected"),
  }),
);

function cardOf(fields: z.output<typeof creditCard> | undefined): Card | undefined {
  return fields && new Card(fields);
}

/** Returns whether the last digit of a card number is the check digit of the others. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A code as it was typed. A malformed one is answered like one that is not valid. */
export const voucherCode = z.string().min(1).max(100);

const voucherPart = named(
  "VoucherPart",
  z.strictObject({
    code: voucherCode,
    /** What the voucher pays, exactly. Without it the voucher pays as much as it can. */
    amount: z.number().gt(0).optional(),
  }),
);

/** The fields of a pay call's body that each method reads, beside its amount. */
const BODY_PARTS = {
  VOUCHER: { voucher: voucherPart.optional() },
  CREDIT_CARD: { creditCard: creditCard.optional() },
  CASH: {},
} as const satisfies Readonly<Record<MethodName, Readonly<Record<string, z.ZodType>>>>;

type BodyParts = (typeof BODY_PARTS)["VOUCHER"] & (typeof BODY_PARTS)["CREDIT_CARD"];
type SentParts = { readonly [Part in keyof BodyParts]?: z.output<BodyParts[Part]> };

/** The same body with its numbers as they were written, for amounts that must not pass through a float. */
export type ExactParts = { readonly voucher?: { readonly amount?: string } };

/** Returns the field that an error row names for a method: its part of the body, or else its amount. */
export function fieldOf(method: MethodName): string {
  return Object.keys(BODY_PARTS[method])[0] ?? `amounts.${method}`;
}

/** Returns the body's fields for these methods. */
export function bodyPartsOf(methods: readonly MethodName[]): BodyParts {
  return Object.assign({}, ...methods.map((method) => BODY_PARTS[method]));
}

/** Returns the means of payment in a request: its card, its voucher. `exact` has its amounts digit by digit. */
export function meansOf({ creditCard, voucher }: SentParts, exact: ExactParts): PaymentMeans {
  const card = cardOf(creditCard);
  const { amount } = exact.voucher ?? {};
  return {
    ...(card && { card }),
    ...(voucher && { voucher: { code: voucher.code, ...(amount !== undefined && { amount }) } }),
  };
}

declare global {
  interface JSON {
    /** The reviver's third parameter has the source text of a value. TypeScript's library does not declare it yet. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** Parses the body with every number as a plain decimal text: 47.50 is "47.50", 1e1 is "10", and no digit is lost to a float. */
export function withNumbersAsText(rawBody: string): unknown {
  return JSON.parse(rawBody, (_key, value: unknown, { source }) =>
    typeof value === "number" ? plainDecimal(source ?? "") : value,
  );
}

/** No amount of any currency has so many digits before or after its decimal point. */
const EXPONENT_MAX = 100;

/**
 * Returns a JSON number without its exponent: "1.5E+2" is "150" and "25e-1" is "2.5". A text whose exponent is beyond any
 * amount of money is returned unchanged.
 */
export function plainDecimal(source: string): string {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  if (exponent === undefined) return source;
  const shift = Number(exponent);
  if (Math.abs(shift) > EXPONENT_MAX) return source;
  const zeros = Math.max(0, -shift);
  const point = zeros + whole.length + shift;
  const digits = `${"0".repeat(zeros)}${whole}${fraction}`.padEnd(point, "0");
  const decimals = digits.slice(point);
  const units = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
  return `${sign}${units}${decimals === "" ? "" : `.${decimals}`}`;
}
