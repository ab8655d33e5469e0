import { z } from "zod";
import { INPUT_TYPES } from "#src/catalogue/domain/additional-field.ts";
import { BUYER_FIELDS } from "#src/catalogue/domain/buyer-field.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import type { Answer } from "#src/reservations/domain/answers.ts";
import type { Buyer } from "#src/reservations/domain/sale.ts";

export const answered = named(
  "Answer",
  z.object({
    name: z.string(),
    label: z.string(),
    inputType: z.enum(INPUT_TYPES),
    values: z.array(z.string()),
    answer: z.string(),
  }),
);

export const customer = named("Customer", z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }));

export function toCustomer({ FIRST_NAME = "", LAST_NAME = "", EMAIL = "" }: Buyer): z.input<typeof customer> {
  return { firstName: FIRST_NAME, lastName: LAST_NAME, email: EMAIL };
}

/** A buyer's data as it was given: the standard fields, and the answers to a promoter's questions by their names. */
export const buyerData = named(
  "BuyerData",
  z.object(Object.fromEntries(BUYER_FIELDS.map(({ name }) => [name, z.string().optional()]))).catchall(z.string()),
);

export function toAnswered({ choices, ...answer }: Answer): z.input<typeof answered> {
  return { ...answer, values: [...choices] };
}
