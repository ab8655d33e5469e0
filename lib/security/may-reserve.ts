import "server-only";

import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "./visitor-network.ts";

/**
 * Counts one attempt to reserve, and returns whether it is within the limits. `cartId` is the visitor's, if they have
 * one.
 */
export async function mayReserve(cartId: string | undefined): Promise<boolean> {
  const network = await visitorNetwork();
  return (await withinLimit("reservePerVisitor", cartId)) && (await withinLimit("reservePerNetwork", network));
}
