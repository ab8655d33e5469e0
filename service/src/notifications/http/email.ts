import { z } from "zod";
import { emailAddressOf } from "#src/platform/domain/email-address.ts";

/** One address that a message can be sent to. */
export const email = z
  .string()
  .trim()
  .max(254)
  .superRefine((input, context) => {
    const message = "an email address is expected, such as name@example.com";
    if (emailAddressOf(input) === undefined)
      context.addIssue({ code: "invalid_format", format: "email", input, message });
  });

/** A BCP 47 tag. */
export const language = z.string().trim().max(35).optional();
