import "server-only";

import { withinLimit } from "#lib/state/limits.ts";
import { visitorNetwork } from "./visitor-network.ts";

/** Counts one try to take tickets out of others' reach. `cartId` is the visitor's, if they have one already. */
export async function mayReserve(cartId: string | undefined): Promise<boolean> {
  const network = await visitorNetwork();
  return (await withinLimit("reservePerVisitor", cartId)) && (await withinLimit("reservePerNetwork", network));
}
