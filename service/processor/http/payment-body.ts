import { z } from "zod";
import { isAmount } from "#processor/domain/amount.ts";

/** The caller's id of an attempt, which paths and the ledger contain. */
export const attemptId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** The body of a partial refund. The number of decimals is checked against the payment's currency by the use case. */
export const refundBody = z.strictObject({ amount: z.string().regex(/^\d{1,13}(\.\d{1,4})?$/), refund: attemptId });

export const paymentBody = z
  .strictObject({
    attempt: attemptId,
    amount: z.string().max(20),
    currency: z.string().regex(/^[A-Z]{3}$/),
    card: z.strictObject({
      name: z.string().max(200),
      /** Spaces are allowed, as they are printed on the card. */
      number: z
        .string()
        .max(40)
        .transform((number) => number.replaceAll(/[ -]/g, "")),
      expiryMonth: z.int(),
      expiryYear: z.int().min(2000).max(2099),
      cvv: z.string().max(10),
    }),
  })
  .refine(({ amount, currency }) => isAmount(amount, currency), { path: ["amount"] });
