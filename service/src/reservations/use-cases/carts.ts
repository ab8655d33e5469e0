import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type Cart, cartOf } from "#src/reservations/domain/cart.ts";
import { firstToExpire, isPaidOrInPayment, type LockedSale, unpaid } from "#src/reservations/domain/sale.ts";
import { listCartCodes } from "#src/reservations/store/cart-codes.ts";
import { findCartState, insertCart } from "#src/reservations/store/carts.ts";
import { extendSales, lockSales, moveSales } from "#src/reservations/store/locked-sales.ts";
import { type FoundSale, findSales } from "#src/reservations/store/sales.ts";
import { priceAgain, refreshPrice } from "./cart-price.ts";

export async function newCart(runtime: Runtime, caller: Caller): Promise<string> {
  const key = runtime.newSaleKey();
  await insertCart(runtime.db, caller.account.id, key);
  return key;
}

export async function getCart(runtime: Runtime, caller: Caller, cartKey: string): Promise<Cart | undefined> {
  const { db } = runtime;
  const { account } = caller;
  const sales = await findPriced(runtime, caller, { cartKey });
  const [first] = sales;
  if (first !== undefined) return cartOf(cartKey, sales, account.currency, first.codes);
  await refreshPrice(runtime, { account, cartKey });
  if ((await findCartState(db, account.id, cartKey)) === undefined) return undefined;
  return cartOf(cartKey, [], account.currency, await listCartCodes(db, cartKey));
}

/** Returns a visible sale or reservation of the account by its key or id, with an up-to-date price. */
export async function getSale(
  runtime: Runtime,
  caller: Caller,
  scope: { readonly key: string } | { readonly id: number },
): Promise<FoundSale | undefined> {
  return (await findPriced(runtime, caller, scope))[0];
}

/** Returns sales of one cart, after their price was calculated again if it was out of date. */
async function findPriced(
  runtime: Runtime,
  { account }: Caller,
  scope: Parameters<typeof findSales>[2],
): Promise<readonly FoundSale[]> {
  const find = () => findSales(runtime.db, account.id, scope, runtime.limits);
  const found = await find();
  const [first] = found;
  if (first?.isOutOfDate !== true) return found;
  await priceAgain(runtime, { account, cartKey: first.cartKey });
  return find();
}

/** Extends the reservations of a cart to their full time from now, up to the ceiling. Refuses when none gains time. */
export function extendCart(runtime: Runtime, caller: Caller, scope: CartScope): Promise<CartOutcome> {
  const { reservationSeconds, reservationCeilingSeconds } = runtime.limits;
  return runtime.db.transaction(async (tx) => {
    const reserved = await lockReservedSales(tx, runtime, caller, scope);
    if (!reserved.ok) return reserved;
    const extended = await extendSales(tx, reserved.sales, reservationSeconds, reservationCeilingSeconds);
    if (extended.size === 0) return { ok: false, refusal: "ceiling_reached" };
    const sales = reserved.sales.map((sale) => ({ ...sale, secondsLeft: extended.get(sale.id) ?? sale.secondsLeft }));
    return { ok: true, secondsLeft: firstToExpire(sales) };
  });
}

/** Unlocks a cart, so that the buyer can change it after a failed payment. */
export function unlockCart(runtime: Runtime, caller: Caller, scope: CartScope): Promise<CartOutcome> {
  return runtime.db.transaction(async (tx) => {
    const reserved = await lockReservedSales(tx, runtime, caller, scope);
    if (!reserved.ok) return reserved;
    await moveSales(tx, reserved.sales, ["RESERVED", "LOCKED"], "RESERVED");
    return { ok: true, secondsLeft: firstToExpire(reserved.sales) };
  });
}

export type CartScope = { readonly key: string } | { readonly cartKey: string };

export type CartRefusal = "no_such_thing" | "empty" | "expired" | "wrong_state" | "ceiling_reached" | "mixed_currency";

/** The refusals of lock, unlock, extend and change of codes. */
export type CartOutcome = Outcome<{ readonly secondsLeft: number }, { readonly refusal: CartRefusal }>;

/** Locks and returns the unpaid sales that lock, unlock and extend act on. Refuses when one of them is no longer reserved. */
export async function lockReservedSales(
  tx: Db,
  { limits }: Runtime,
  caller: Caller,
  scope: CartScope,
): Promise<Outcome<{ readonly sales: readonly LockedSale[] }, { readonly refusal: CartRefusal }>> {
  const rows = await lockSales(tx, caller.account.id, scope, limits.latePaySeconds);
  const sales = unpaid(rows);
  if (rows.some(({ status }) => status === "PROCESSING")) return { ok: false, refusal: "wrong_state" };
  if (sales.length === 0 && rows.some(isPaidOrInPayment)) return { ok: false, refusal: "wrong_state" };
  if (sales.length === 0) return { ok: false, refusal: await whyEmpty(tx, caller, scope, rows) };
  if (sales.some(({ expired, holdsStock }) => expired || !holdsStock)) return { ok: false, refusal: "expired" };
  const isMixed = sales.some(({ total }) => total.currency !== sales[0]?.total.currency);
  return isMixed ? { ok: false, refusal: "mixed_currency" } : { ok: true, sales };
}

async function whyEmpty(
  tx: Db,
  caller: Caller,
  scope: CartScope,
  unpayable: readonly LockedSale[],
): Promise<CartRefusal> {
  if ("key" in scope) return "no_such_thing";
  const cart = await findCartState(tx, caller.account.id, scope.cartKey);
  if (cart === undefined) return "no_such_thing";
  return unpayable.length > 0 || cart.sales.length > 0 ? "expired" : "empty";
}
