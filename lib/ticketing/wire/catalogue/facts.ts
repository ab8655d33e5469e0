import "server-only";

import { z } from "zod";
import type { RefundPolicy } from "#lib/ticketing/model/refund-policy.ts";
import { absent } from "#lib/ticketing/wire/shapes.ts";

// Fields of an event beyond the interface. A missing or malformed one is left out.

/** A line of text. Empty and absent are the same. */
export const absentText = absent(z.string())
  .transform((text) => text?.trim() || undefined)
  .catch(undefined);

/** `null` says that there are no refunds by the Buyer alone; `undefined` that the service does not say. */
export const refundPolicy = z
  .object({
    untilHoursBefore: z.int().min(0),
    percentage: z.int().min(0).max(100),
    keepsFee: z.boolean(),
  })
  .nullish()
  .catch(undefined) satisfies z.ZodType<RefundPolicy | null | undefined>;
