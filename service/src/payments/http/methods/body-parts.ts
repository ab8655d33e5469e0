import type { z } from "zod";
import type { MethodName } from "#src/payments/domain/payment-method.ts";
import type { PaymentMeans } from "#src/payments/use-cases/payment-request.ts";
import { cardOf, creditCard } from "./credit-card.ts";
import { voucherPart } from "./voucher.ts";

/** The part of a pay call's body that each method reads. A method without one needs nothing beside its amount. */
const BODY_PARTS = {
  VOUCHER: { voucher: voucherPart.optional() },
  CREDIT_CARD: { creditCard: creditCard.optional() },
  CASH: {},
} as const satisfies Readonly<Record<MethodName, Readonly<Record<string, z.ZodType>>>>;

type BodyParts = (typeof BODY_PARTS)["VOUCHER"] & (typeof BODY_PARTS)["CREDIT_CARD"];
type SentParts = { readonly [Part in keyof BodyParts]?: z.output<BodyParts[Part]> };

/** The same body with its numbers as they were written, for amounts that must not pass through a float. */
export type ExactParts = { readonly voucher?: { readonly amount?: string } };

/** The field that an error row names when the request does not say from what a method pays. */
export const FIELD_OF: Readonly<Record<MethodName, string>> = {
  VOUCHER: "voucher",
  CREDIT_CARD: "creditCard",
  CASH: "amounts.CASH",
};

/** Returns the body's fields for these methods. */
export function bodyPartsOf(methods: readonly MethodName[]): BodyParts {
  return Object.assign({}, ...methods.map((method) => BODY_PARTS[method]));
}

/** Returns from what the methods of a request pay. */
export function meansOf({ creditCard, voucher }: SentParts, exact: ExactParts): PaymentMeans {
  const card = cardOf(creditCard);
  const { amount } = exact.voucher ?? {};
  return {
    ...(card && { card }),
    ...(voucher && { voucher: { code: voucher.code, ...(amount !== undefined && { amount }) } }),
  };
}
