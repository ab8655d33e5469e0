import type { Entry } from "#processor/domain/payment.ts";
import type { World } from "#processor/world.ts";

/** Everything that moved money, or set it aside, for one attempt or for all. */
export function listEntries(world: World, attempt: string | undefined): readonly Entry[] {
  return world.ledger.list(attempt).filter(({ kind }) => kind !== "decline");
}
