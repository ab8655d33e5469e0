import type { z } from "zod";
import type { MethodName } from "#src/payments/domain/payment-method.ts";
import type { PaymentMeans } from "#src/payments/use-cases/payment-request.ts";
import { cardOf, creditCard } from "./credit-card.ts";

/** The part of a pay call's body that each method reads. A method without one needs nothing beside its amount. */
const BODY_PARTS = {
  CREDIT_CARD: { creditCard: creditCard.optional() },
  CASH: {},
} as const satisfies Readonly<Record<MethodName, Readonly<Record<string, z.ZodType>>>>;

type BodyParts = (typeof BODY_PARTS)["CREDIT_CARD"];
type SentParts = { readonly [Part in keyof BodyParts]?: z.output<BodyParts[Part]> };

/** The field that an error row names when the request does not say from what a method pays. */
export const FIELD_OF: Readonly<Record<MethodName, string>> = { CREDIT_CARD: "creditCard", CASH: "amounts.CASH" };

/** Returns the body's fields for these methods. */
export function bodyPartsOf(methods: readonly MethodName[]): BodyParts {
  return Object.assign({}, ...methods.map((method) => BODY_PARTS[method]));
}

/** Returns from what the methods of a request pay. */
export function meansOf({ creditCard }: SentParts): PaymentMeans {
  const card = cardOf(creditCard);
  return { ...(card && { card }) };
}
