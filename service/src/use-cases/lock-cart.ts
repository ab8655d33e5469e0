import type { Caller } from "#src/domain/caller.ts";
import type { Outcome } from "#src/domain/outcome.ts";
import type { Buyer } from "#src/domain/sale.ts";
import { writeAnswers } from "#src/store/answers.ts";
import { moveSales, secondsLeftOf } from "#src/store/sale-rows.ts";
import type { World } from "#src/world.ts";
import { type HeldRefusal, type HeldScope, heldSales } from "./held-sales.ts";
import { type AnswerRefused, type GuestGiven, judgeAtLock } from "./judge-at-lock.ts";

export type LockOutcome = Outcome<{ readonly secondsLeft: number }, { readonly refusal: HeldRefusal } | AnswerRefused>;

/**
 * Writes the buyer's details and freezes the cart, or one reservation, for payment. Details given again replace the
 * first: a form sent twice, or corrected, is not a mistake. Answers that are not named again stay.
 */
export function lockCart(
  world: World,
  caller: Caller,
  scope: HeldScope,
  buyer: Buyer,
  guests?: readonly GuestGiven[],
): Promise<LockOutcome> {
  return world.db.transaction(async (tx): Promise<LockOutcome> => {
    const held = await heldSales(tx, world, caller, scope);
    if (!held.ok) return held;
    const answered = await judgeAtLock(tx, held.sales, buyer, guests);
    if (!answered.ok) return answered;
    await moveSales(tx, held.sales, ["RESERVED", "LOCKED"], "LOCKED", buyer);
    for (const sale of answered.written) await writeAnswers(tx, sale);
    return { ok: true, secondsLeft: await secondsLeftOf(tx, held.sales) };
  });
}
