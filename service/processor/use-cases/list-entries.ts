import type { Entry } from "#processor/domain/payment.ts";
import type { World } from "#processor/world.ts";

/** Returns the ledger entries of one attempt or of all. */
export function listEntries(world: World, attempt: string | undefined): readonly Entry[] {
  return world.ledger.list(attempt).filter(({ kind }) => kind !== "decline" && kind !== "refund_refusal");
}
