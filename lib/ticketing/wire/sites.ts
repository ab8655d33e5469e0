import "server-only";

import { z } from "zod";
import { absentText, id, ifReadable, instant, optional } from "#lib/ticketing/wire/shapes.ts";

export const site = z.object({
  id,
  version: ifReadable(z.int().positive()),
  origin: z.url(),
  returnPrefix: absentText,
  created: ifReadable(instant),
  /** Sold in the last seven days through embeds on it; for managers alone. */
  tickets: optional(z.int(), 0),
});

/** A website of the account. Buyers may be sent back to `returnPrefix` and to all below it, if it has one. */
export type Site = z.output<typeof site>;
