import "server-only";

import { z } from "zod";
import type { Promoter } from "#lib/ticketing/model/promoter.ts";
import { absent, id, optional, ref, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** `{ type, offeringUrl }`, or the bare type. */
const sellCapability = z.union([z.string(), z.looseObject({ type: z.string() }).transform(({ type }) => type)]);

export const promoter = z
  .object({
    id: absent(id),
    name: optional(z.string(), ""),
    email: optional(z.string(), ""),
    account: absent(ref),
    sellCapabilities: optional(z.array(sellCapability), []),
    scanCapabilities: optional(z.array(z.unknown()), []),
  })
  .transform(({ account, sellCapabilities, scanCapabilities, ...promoter }) =>
    withoutUndefined({
      ...promoter,
      account: account && { id: account.id, name: account.name },
      mayScan: scanCapabilities.length > 0,
      maySellAtBoxOffice: sellCapabilities.includes("BOX_OFFICE"),
    }),
  ) satisfies z.ZodType<Promoter>;
