import { z } from "zod";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { ref, toRef } from "#src/platform/http/shapes.ts";
import { CLICK_IDS, type SourceOfSale } from "#src/reservations/domain/source.ts";

export const short = z.string().max(200);

const clickIds = z.partialRecord(z.enum(CLICK_IDS), short);

/** Where a visitor came from. */
const fields = {
  /** Of one of the account's links, or of an affiliate. */
  ref: short.optional(),
  utm: z.record(z.string().max(40), short).optional(),
  /** The host of the website that shows the embed, with a port that is not the usual one. */
  embed: short.optional(),
};

/** `clickIds` are removed after 90 days. */
export const sourceBody = z.strictObject({ ...fields, clickIds: clickIds.optional() });

export const sourceShown = named(
  "Source",
  z.object({
    ...fields,
    /** The account's link with this `ref`. */
    link: ref.optional(),
    /** For users with MANAGE. */
    clickIds: clickIds.optional(),
  }),
);

export function toSource({ link, ...source }: SourceOfSale): z.input<typeof sourceShown> {
  return { ...source, ...(link && { link: toRef("link", link) }) };
}
