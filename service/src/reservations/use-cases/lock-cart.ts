import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Renderer } from "#src/platform/store/outbox.ts";
import { mayRender } from "#src/platform/use-cases/may-render.ts";
import type { World } from "#src/platform/world.ts";
import { missingTerms, type TermsMissing } from "#src/reservations/domain/accepted-terms.ts";
import type { Buyer, CancelledTickets } from "#src/reservations/domain/sale.ts";
import { firstToExpire } from "#src/reservations/domain/sale-row.ts";
import { findTermsOf, writeAcceptedTerms } from "#src/reservations/store/accepted-terms.ts";
import { writeAnswers } from "#src/reservations/store/answers.ts";
import { listCancelledTickets } from "#src/reservations/store/cancelled-tickets.ts";
import { moveSales } from "#src/reservations/store/sale-rows.ts";
import { type CartRefusal, type CartScope, lockReservedSales } from "./lock-reserved-sales.ts";
import { type AnswerRefused, type GuestAnswers, validateAtLock } from "./validate-at-lock.ts";

/** The buyer's input beside the standard details. */
export type LockInput = {
  readonly guests?: readonly GuestAnswers[] | undefined;
  /** The links of the conditions that were accepted. */
  readonly acceptedTerms?: readonly string[] | undefined;
  /** Where messages about the sales are rendered. */
  readonly renderer?: Renderer | undefined;
};

type Refused = AnswerRefused & { readonly terms: readonly TermsMissing[] };

export type LockOutcome = Outcome<
  { readonly secondsLeft: number },
  | { readonly refusal: CartRefusal | "renderer_refused" }
  | { readonly refusal: "cancelled"; readonly cancelled: readonly CancelledTickets[] }
  | Refused
>;

/**
 * Writes the buyer's details and locks the cart, or one reservation, for payment. A repeated lock replaces the details, so
 * that a form may be sent twice or corrected. Answers and accepted conditions that are not sent again stay.
 */
export function lockCart(
  world: World,
  caller: Caller,
  scope: CartScope,
  buyer: Buyer,
  { guests, acceptedTerms = [], renderer }: LockInput = {},
): Promise<LockOutcome> {
  if (renderer !== undefined && !mayRender(world, renderer))
    return Promise.resolve({ ok: false, refusal: "renderer_refused" });
  return world.db.transaction(async (tx): Promise<LockOutcome> => {
    const reserved = await lockReservedSales(tx, world, caller, scope);
    if (!reserved.ok) return reserved;
    // Cancelled tickets are never charged. The buyer can release them and pay for the rest.
    const cancelled = await listCancelledTickets(tx, reserved.sales);
    if (cancelled.length > 0) return { ok: false, refusal: "cancelled", cancelled };
    const answered = await validateAtLock(tx, reserved.sales, buyer, guests);
    const terms = await findTermsOf(tx, reserved.sales);
    const missing = missingTerms(terms, acceptedTerms);
    // Reports wrong answers and missing conditions together.
    if (!answered.ok) return { ...answered, terms: missing };
    if (missing.length > 0)
      return { ok: false, refusal: "answers_refused", problems: [], unplaced: [], terms: missing };
    await moveSales(tx, reserved.sales, ["RESERVED", "LOCKED"], "LOCKED", { buyer, renderer });
    for (const sale of answered.written) await writeAnswers(tx, sale);
    const accepted = terms.filter(({ url }) => acceptedTerms.includes(url));
    if (accepted.length > 0) await writeAcceptedTerms(tx, accepted);
    return { ok: true, secondsLeft: firstToExpire(reserved.sales) };
  });
}
