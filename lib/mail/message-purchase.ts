import { z } from "zod";

/**
 * By what the lines of a purchase are found, as the service names it with a message: for the log. What is in another form is left
 * out, and its message is rendered all the same.
 */
export const messagePurchase = z
  .object({
    order: z.string().regex(/^[0-9A-Z]{4,8}$/),
    attempt: z.uuid(),
    request: z.string().regex(/^[0-9a-zA-Z-]{16,64}$/),
  })
  .partial()
  .optional()
  .catch(undefined);
