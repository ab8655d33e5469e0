import { type Change, type Payment, ruleOn } from "#processor/domain/payment.ts";
import type { World } from "#processor/world.ts";
import { failsAgain } from "./failures.ts";

export type Changed =
  | { readonly result: "changed"; readonly payment: Payment }
  | { readonly result: "refused"; readonly code: string }
  | { readonly result: "failed" };

export const capture = (world: World, id: string) => changeCharge(world, id, "capture");
export const voidCharge = (world: World, id: string) => changeCharge(world, id, "void");
export const refund = (world: World, id: string) => changeCharge(world, id, "refund");

/** Changes a payment. `undefined`: there is none with this id. Repeating a change has no effect and returns the same. */
function changeCharge(world: World, id: string, change: Change): Changed | undefined {
  const payment = world.ledger.findPayment(id);
  if (payment === undefined) return undefined;
  const ruling = ruleOn(change, payment);
  if (ruling === "made") return { result: "changed", payment };
  if (ruling === "refuse") return { result: "refused", code: `${payment.state}_cannot_${change}` };

  const behaviour = world.fingerprints.behaviourOf(payment.card);
  if (behaviour?.kind === "capture_refused") {
    if (change === "capture") return { result: "refused", code: "capture_refused" };
    if (behaviour.firstVoidFails && failsAgain(world, `void ${id}`, 1)) return { result: "failed" };
  }
  const { attempt, amount, currency, card, request } = payment;
  const at = world.now().toISOString();
  const entry = { at, attempt, payment: id, kind: change, amount, currency, card, request };
  return { result: "changed", payment: world.ledger.append(entry) };
}
