import "server-only";

import { z } from "zod";
import { type Buyer, byField, OPTIONAL_BUYER_FIELDS, REQUIRED_BUYER_FIELDS } from "#lib/ticketing/model/buyer.ts";
import type { SelectionLine, Source } from "#lib/ticketing/model/reservation.ts";

/** The Buyer as a sealed cookie contains them. */
export const packedBuyer = z.object({
  ...byField(REQUIRED_BUYER_FIELDS, () => z.string()),
  ...byField(OPTIONAL_BUYER_FIELDS, () => z.string().exactOptional()),
  optIn: z.boolean(),
}) satisfies z.ZodType<Buyer>;

/** The source of a reservation as a sealed cookie contains it. */
export const packedSource = z.object({
  ref: z.string().exactOptional(),
  utm: z.record(z.string(), z.string()).exactOptional(),
  embed: z.string().exactOptional(),
  clickIds: z.record(z.string(), z.string()).exactOptional(),
  returnTo: z.string().exactOptional(),
}) satisfies z.ZodType<Source>;

/** Returns a reservation without the ids of clicks, which are long and which the service alone reports. */
export function withoutClickIds<T extends { readonly source?: Source }>({ source, ...one }: T) {
  const { clickIds: _, ...rest } = source ?? {};
  return { ...one, ...(Object.keys(rest).length > 0 && { source: rest }) };
}

/** Returns lines as a flat list, ticket type and quantity in turn, so that many fit into a cookie. */
export function packLines(lines: readonly SelectionLine[]): number[] {
  return lines.flatMap(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]);
}

export function unpackLines(flat: readonly number[]): readonly SelectionLine[] {
  return flat.flatMap((ticketTypeId, at) => (at % 2 === 0 ? [{ ticketTypeId, quantity: flat[at + 1] ?? 0 }] : []));
}
