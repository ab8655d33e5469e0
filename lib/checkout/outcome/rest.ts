import "server-only";

import { releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { readSales } from "#lib/purchase/read-sales.ts";
import { amendPurchase, currentPurchase, type Purchase } from "#lib/session/purchase/purchase-cookie.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { partPaidOf } from "./part-paid.ts";

/** The results after which nothing of a sale can be paid or removed. */
const SETTLED: ReadonlySet<string> = new Set(["paid", "returned"]);

/** Another browser paid: this one must enter the Buyer's email first. */
type NotOwner = "not_owner";

/**
 * Takes the settled sales of a partly paid Cart out of the visit's reservations, so that no page offers them for payment
 * again. Returns the amended purchase; `undefined` without a purchase.
 */
export async function separateSettled(): Promise<{ readonly purchase: Purchase | undefined } | NotOwner> {
  const purchase = await currentPurchase();
  const receipt = purchase && (await partPaidOf(purchase));
  if (purchase === undefined || receipt === undefined) return { purchase };
  if (!receipt.isOwn) return "not_owner";
  const isSettled = (key: string) => receipt.rows.some((row) => row.key === key && SETTLED.has(row.result));
  const { total: _before, ...rest } = purchase;
  const amended = await amendPurchase({
    ...rest,
    paidKeys: receipt.paidKeys,
    reservations: purchase.reservations.filter(({ key }) => !isSettled(key)),
  });
  return { purchase: amended };
}

/**
 * Releases the unpaid sales of a partly paid Cart. `not_released`: the service still has some of them, and the purchase keeps
 * these.
 */
export async function releaseRest(): Promise<"released" | "not_released" | "nothing_to_release" | NotOwner> {
  const separated = await separateSettled();
  if (separated === "not_owner") return separated;
  const { purchase } = separated;
  const checkout = await undefinedOnFault(checkoutState(new Date()));
  if (checkout === undefined) return "not_released";
  if (!purchase || !["reserved", "expired", "partly_paid"].includes(checkout.state)) return "nothing_to_release";

  const { paidKeys = [] } = purchase;
  const keys = purchase.reservations.map(({ key }) => key).filter((key) => !paidKeys.includes(key));
  await releaseReserved(keys);
  // The service may have refused, or its response was lost: a sale that can still be read was not released.
  const notReleased = (await readSales(keys)).filter(({ read }) => read !== "not_found").map(({ key }) => key);
  await amendPurchase({
    ...purchase,
    reservations: purchase.reservations.filter(({ key }) => notReleased.includes(key)),
  });
  return notReleased.length > 0 ? "not_released" : "released";
}
