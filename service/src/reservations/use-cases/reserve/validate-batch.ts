import type { Db } from "#src/platform/store/db.ts";
import type { PricedLine } from "#src/pricing/domain/engine/rule.ts";
import type { CartState } from "#src/reservations/domain/cart-state.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { type Priced, validate } from "#src/reservations/domain/validate.ts";
import { findCartStates } from "#src/reservations/store/carts.ts";
import type { PendingRequest } from "./reservation-queue.ts";

export type PricedRequest = {
  readonly pending: PendingRequest;
  readonly priced: Priced;
  /** It starts a cart without codes or an offer, so that its price and the limits of the order depend on its own lines only. */
  readonly isAlone: boolean;
  readonly prices?: readonly PricedLine[];
};

/**
 * Validates each request by everything but the places: the account of its event and cart, the sale status, the limits of
 * an order. Answers those that fail, and returns the others.
 */
export async function validateBatch(
  db: Db,
  terms: Terms,
  batch: readonly PendingRequest[],
): Promise<readonly PricedRequest[]> {
  const cartKeys = batch.flatMap(({ request }) => request.cartKey ?? []);
  const carts = cartKeys.length === 0 ? new Map<string, CartState>() : await findCartStates(db, cartKeys);
  return batch.flatMap((pending) => {
    const { caller, cartKey, wanted, boxOffice = false, codes = [], waitingListOffer } = pending.request;
    const cart = cartKey === undefined ? undefined : carts.get(cartKey);
    if (terms.accountId !== caller.account.id) return answerRefused(pending, "no_such_event");
    if (cartKey !== undefined && cart?.accountId !== caller.account.id) return answerRefused(pending, "no_such_cart");

    const hasCodes = codes.length > 0 || cart?.isPriced === true;
    const joinsCart = cartKey !== undefined;
    const validated = validate(terms, wanted, { boxOffice, hasCodes, joinsCart });
    if (!validated.ok) {
      pending.answer({ ok: false, refusal: "refused", rows: validated.refused });
      return [];
    }
    return [{ pending, priced: validated.priced, isAlone: !hasCodes && !joinsCart && waitingListOffer === undefined }];
  });
}

function answerRefused(pending: PendingRequest, refusal: "no_such_event" | "no_such_cart"): readonly [] {
  pending.answer({ ok: false, refusal });
  return [];
}
