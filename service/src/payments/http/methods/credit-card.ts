import { z } from "zod";
import { Card } from "#src/payments/domain/card.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";

/** Field names of ours; a card as it was typed, for the processor alone. */
export const creditCard = named(
  "CreditCard",
  z.strictObject({
    name: z.string().trim().min(1).max(100),
    number: z
      .string()
      .max(40)
      .transform((text) => text.replaceAll(/[\s-]/g, ""))
      .refine((digits) => /^\d{12,19}$/.test(digits) && isLuhn(digits), "a card number is expected: check its digits"),
    expiryMonth: z.int().min(1).max(12),
    expiryYear: z.int().min(2000).max(2099),
    cvv: z.string().regex(/^\d{3,4}$/, "three or four digits are expected"),
  }),
);

export function cardOf(fields: z.output<typeof creditCard> | undefined): Card | undefined {
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
