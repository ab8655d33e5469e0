import type { Caller } from "#src/platform/domain/caller.ts";
import { count } from "#src/platform/domain/measure.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { Conflict, retryOnConflict } from "#src/platform/store/faults.ts";
import { type LockedSale, unpaid } from "#src/reservations/domain/sale.ts";
import { returnExpiredUses } from "#src/reservations/store/cart-codes.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { deleteAbandoned, deleteOldCarts } from "#src/reservations/store/carts.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { findCartKey, findEventOfSale } from "#src/reservations/store/sales.ts";
import { markExpired, releaseSale, returnExpired } from "#src/stock/store/places.ts";
import { lockTypedCodes } from "./cart-price.ts";
import { getSale } from "./carts.ts";
import { priceRestOf, rulesOfRest } from "./rest-price.ts";
import { makeDueOffers } from "./waiting-list/settle-offers.ts";

/** Releases a reservation. What is left of its cart keeps its terms. Refuses while a payment is in flight or done. */
export async function releaseReservation(
  runtime: Runtime,
  caller: Caller,
  key: string,
): Promise<Outcome<object, { readonly refusal: "no_such_reservation" | "wrong_state" }>> {
  const isReleased = await giveBack(runtime, caller, key, async (tx) => {
    const isChanged = await releaseSale(tx, caller.account.id, key, runtime.limits.latePaySeconds);
    return { outcome: isChanged, isChanged };
  });
  if (isReleased) {
    count("foyer_service_reservations_total", { event: "released" });
    await offerReturned(runtime, caller, key);
    return { ok: true };
  }
  const sale = await getSale(runtime, caller, { key });
  return { ok: false, refusal: sale === undefined ? "no_such_reservation" : "wrong_state" };
}

/** What a part that was given back leaves: whether the cart is another one now, and what to answer. */
export type Given<T> = { readonly outcome: T; readonly isChanged?: boolean };

/**
 * Gives back a part of a cart in one transaction, and prices the rest by the terms that it has. `undefined`: there was never a sale
 * with this key.
 */
export async function giveBack<T>(
  runtime: Runtime,
  { account }: Caller,
  key: string,
  give: (tx: Db, sale: LockedSale | undefined) => Promise<Given<T>>,
): Promise<T | undefined> {
  const { db, limits } = runtime;
  const cartKey = await findCartKey(db, account.id, key);
  if (cartKey === undefined) return undefined;
  const cart = { account, cartKey };
  return retryOnConflict(() =>
    db.transaction(async (tx) => {
      const isPriced = await lockCartPriceIfAny(tx, account.id, cartKey);
      // Locks in the order of a reservation: the cart's sales, its codes, the places.
      const sales = await lockSales(tx, account.id, isPriced ? { cartKey } : { key }, limits.latePaySeconds);
      // Of two transactions that lock the same sale, a reservation that gave the cart its first price was first.
      if (!isPriced && (await lockCartPriceIfAny(tx, account.id, cartKey)))
        throw new Conflict("A cart's price began while a part of it was given back.");
      const rules = isPriced ? await rulesOfRest(tx, cartKey, unpaid(sales)) : undefined;
      if (isPriced) await lockTypedCodes(tx, { accountId: account.id, cartKey });
      const { outcome, isChanged = false } = await give(
        tx,
        sales.find((sale) => sale.key === key),
      );
      if (isChanged && isPriced) await priceRestOf(tx, runtime, cart, rules);
      return outcome;
    }),
  );
}

/**
 * Offers what was given back to those who wait. Logs a fault and does not throw: the places are free, and the sweeper makes the offers
 * later.
 */
export async function offerReturned(runtime: Runtime, { account }: Caller, key: string): Promise<void> {
  try {
    await makeDueOffers(runtime, await findEventOfSale(runtime.db, account.id, key));
  } catch (error) {
    runtime.log("warn", "The released places are offered to the waiting list by the sweeper.", {}, error);
  }
}

/**
 * Puts back the places and the uses of codes of expired reservations. Returns the number of these reservations. Every decision
 * checks expiry itself, so correctness does not depend on this job.
 */
export async function expireReservations({ db, limits }: Runtime): Promise<number> {
  const expired = await returnExpired(db);
  await returnExpiredUses(db);
  await markExpired(db, limits.latePaySeconds);
  return expired;
}

/** Bounds the locks of one transaction. */
const BATCH = 1_000;
/** The batches of one run. The next run follows within minutes, which allows for more than ten million reservations a day. */
const BATCHES_MAX = 10;

/** Deletes old carts, and reservations that ended `abandonedKeepSeconds` ago without a payment attempt, with buyers' details. */
export async function forgetReservations({ db, limits }: Runtime): Promise<void> {
  for (const deleteSome of [deleteAbandoned, deleteOldCarts])
    for (let batches = 0; batches < BATCHES_MAX; batches += 1)
      if ((await deleteSome(db, limits.abandonedKeepSeconds, BATCH)) < BATCH) break;
}
