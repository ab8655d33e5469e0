import { z } from "zod";
import { named } from "#src/platform/http/openapi/schemas.ts";

/** A code as it was typed; what cannot be one is answered like one that is not valid. */
export const voucherCode = z.string().min(1).max(100);

export const voucherPart = named(
  "VoucherPart",
  z.strictObject({
    code: voucherCode,
    /** What the voucher pays, exactly. Without it the voucher pays as much as it can. */
    amount: z.number().gt(0).optional(),
  }),
);
