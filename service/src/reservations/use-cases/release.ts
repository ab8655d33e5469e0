import type { Caller } from "#src/platform/domain/caller.ts";
import { count } from "#src/platform/domain/measure.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { lockCodes } from "#src/pricing/store/codes.ts";
import { listCartCodes, returnExpiredUses } from "#src/reservations/store/cart-codes.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { deleteAbandoned, deleteOldCarts } from "#src/reservations/store/carts.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { findCartKey, findEventOfSale } from "#src/reservations/store/sales.ts";
import { markExpired, releaseSale, returnExpired } from "#src/stock/store/places.ts";
import { repriceCart } from "./cart-price.ts";
import { getSale } from "./carts.ts";
import { makeDueOffers } from "./waiting-list/settle-offers.ts";

/** Releases a reservation and prices the rest of its cart again. Refuses while a payment is in flight or done. */
export async function releaseReservation(
  runtime: Runtime,
  caller: Caller,
  key: string,
): Promise<Outcome<object, { readonly refusal: "no_such_reservation" | "wrong_state" }>> {
  if (await release(runtime, caller, key)) {
    count("foyer_service_reservations_total", { event: "released" });
    await offerReturned(runtime, caller, key);
    return { ok: true };
  }
  const sale = await getSale(runtime, caller, { key });
  return { ok: false, refusal: sale === undefined ? "no_such_reservation" : "wrong_state" };
}

/** Logs a fault and does not throw: the reservation is released, and the sweeper makes the offers later. */
async function offerReturned(runtime: Runtime, { account }: Caller, key: string): Promise<void> {
  try {
    await makeDueOffers(runtime, await findEventOfSale(runtime.db, account.id, key));
  } catch (error) {
    runtime.log("warn", "The released places are offered to the waiting list by the sweeper.", {}, error);
  }
}

async function release(runtime: Runtime, { account }: Caller, key: string): Promise<boolean> {
  const { db, limits } = runtime;
  const cartKey = await findCartKey(db, account.id, key);
  if (cartKey === undefined) return false;
  return retryOnConflict(() =>
    db.transaction(async (tx) => {
      const isPriced = await lockCartPriceIfAny(tx, account.id, cartKey);
      // Locks in the order of a reservation: the cart's sales, its codes, the places.
      if (isPriced) await lockSales(tx, account.id, { cartKey }, limits.latePaySeconds);
      if (isPriced) await lockCodesOfCart(tx, account.id, cartKey);
      const released = await releaseSale(tx, account.id, key, limits.latePaySeconds);
      if (released && isPriced) await repriceCart(tx, runtime, { account, cartKey });
      return released;
    }),
  );
}

async function lockCodesOfCart(tx: Db, accountId: number, cartKey: string): Promise<void> {
  const codes = await listCartCodes(tx, cartKey);
  await lockCodes(
    tx,
    accountId,
    codes.map(({ code }) => code),
  );
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
