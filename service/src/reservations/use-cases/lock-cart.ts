import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { World } from "#src/platform/world.ts";
import { missingTerms, type TermsMissing } from "#src/reservations/domain/accepted-terms.ts";
import type { Buyer, CalledOff } from "#src/reservations/domain/sale.ts";
import { findTermsOf, writeAcceptedTerms } from "#src/reservations/store/accepted-terms.ts";
import { writeAnswers } from "#src/reservations/store/answers.ts";
import { listCalledOff } from "#src/reservations/store/called-off.ts";
import { moveSales, secondsLeftOf } from "#src/reservations/store/sale-rows.ts";
import { type HeldRefusal, type HeldScope, heldSales } from "./held-sales.ts";
import { type AnswerRefused, type GuestGiven, validateAtLock } from "./validate-at-lock.ts";

/** What a buyer says beside the usual details. */
export type LockInput = {
  readonly guests?: readonly GuestGiven[] | undefined;
  /** The links of the conditions that were accepted. */
  readonly acceptedTerms?: readonly string[] | undefined;
};

type Refused = AnswerRefused & { readonly terms: readonly TermsMissing[] };

export type LockOutcome = Outcome<
  { readonly secondsLeft: number },
  | { readonly refusal: HeldRefusal }
  | { readonly refusal: "called_off"; readonly calledOff: readonly CalledOff[] }
  | Refused
>;

/**
 * Writes the buyer's details and freezes the cart, or one reservation, for payment. Details given again replace the
 * first: a form sent twice, or corrected, is not a mistake. Answers and conditions that are not named again stay.
 */
export function lockCart(
  world: World,
  caller: Caller,
  scope: HeldScope,
  buyer: Buyer,
  { guests, acceptedTerms = [] }: LockInput = {},
): Promise<LockOutcome> {
  return world.db.transaction(async (tx): Promise<LockOutcome> => {
    const held = await heldSales(tx, world, caller, scope);
    if (!held.ok) return held;
    // Nobody is asked to pay for what does not take place. It can be released, and the rest paid for.
    const calledOff = await listCalledOff(tx, held.sales);
    if (calledOff.length > 0) return { ok: false, refusal: "called_off", calledOff };
    const answered = await validateAtLock(tx, held.sales, buyer, guests);
    const terms = await findTermsOf(tx, held.sales);
    const missing = missingTerms(terms, acceptedTerms);
    // Both at once, so that nobody mends one to be told of the other.
    if (!answered.ok) return { ...answered, terms: missing };
    if (missing.length > 0)
      return { ok: false, refusal: "answers_refused", problems: [], unplaced: [], terms: missing };
    await moveSales(tx, held.sales, ["RESERVED", "LOCKED"], "LOCKED", buyer);
    for (const sale of answered.written) await writeAnswers(tx, sale);
    const accepted = terms.filter(({ url }) => acceptedTerms.includes(url));
    if (accepted.length > 0) await writeAcceptedTerms(tx, accepted);
    return { ok: true, secondsLeft: await secondsLeftOf(tx, held.sales) };
  });
}
