import type { Payment } from "#processor/domain/payment.ts";
import type { World } from "#processor/world.ts";
import { FLAKY_FAILURES, failsAgain } from "./failures.ts";

/** Returns the payment of an attempt, for the reconciler. */
export function findByAttempt(world: World, attempt: string): Payment | undefined | "failed" {
  const payment = world.ledger.findByAttempt(attempt);
  if (payment === undefined) return undefined;
  const kind = world.fingerprints.behaviourOf(payment.card)?.kind;
  if (kind === "flaky" && failsAgain(world, `flaky ${attempt}`, FLAKY_FAILURES)) return "failed";
  if (kind === "found_late" && failsAgain(world, `found late ${attempt}`, 1)) return undefined;
  return payment;
}
