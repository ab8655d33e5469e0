import { readClock } from "#src/platform/store/clock.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/retry-on-conflict.ts";
import type { World } from "#src/platform/world.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";
import { unpaid } from "#src/reservations/domain/sale-row.ts";
import { areUsesPaidFor, listCartCodes } from "#src/reservations/store/cart-codes.ts";
import {
  isOutOfDate,
  listCartLines,
  lockCartPriceIfAny,
  type PricedSaleLine,
  type SaleLineRow,
} from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/sale-rows.ts";
import { type CalculatedCart, calculateCart, writeCalculatedCart } from "./calculate-cart.ts";

export type CartToPrice = {
  readonly account: { readonly id: number; readonly currency: string };
  readonly cartKey: string;
};

/**
 * Calculates a cart's price again when it is out of date, before it is read or paid, so that the amount shown is the amount
 * charged. Returns whether it did.
 */
export async function refreshPrice(world: World, cart: CartToPrice): Promise<boolean> {
  const { db, limits } = world;
  if (!(await isOutOfDate(db, cart.account.id, cart.cartKey, limits))) return false;
  await retryOnConflict(() => db.transaction((tx) => repriceIfPriced(tx, world, cart)));
  return true;
}

/** Calculates a cart's price again if it has a price row. Without one the prices are those of its lines. */
export async function repriceIfPriced(tx: Db, world: World, cart: CartToPrice): Promise<void> {
  if (await lockCartPriceIfAny(tx, cart.account.id, cart.cartKey)) await repriceCart(tx, world, cart);
}

/**
 * Calculates and writes the price of a cart whose price row the caller has locked, with its codes or with these. Writes
 * nothing when `isAccepted` returns false. `undefined`: the cart has only paid sales.
 */
export async function repriceCart(
  tx: Db,
  { limits }: World,
  { account, cartKey }: CartToPrice,
  codes?: readonly string[],
  isAccepted: (calculated: CalculatedCart, lines: readonly SaleLineRow[]) => boolean = () => true,
): Promise<CalculatedCart | undefined> {
  const sales = await lockSales(tx, account.id, { cartKey }, limits.latePaySeconds);
  if (unpaid(sales).length === 0 && (await areUsesPaidFor(tx, cartKey))) return undefined;

  const lines = await listCartLines(tx, account.id, cartKey, limits.latePaySeconds);
  const calculated = await calculateCart(tx, {
    accountId: account.id,
    cartKey,
    lines,
    now: await readClock(tx),
    currency: lines[0]?.currency ?? account.currency,
    discounts: await listEnabledDiscounts(tx, account.id),
    typed: codes ?? (await listCartCodes(tx, cartKey)).map(({ code }) => code),
  });
  if (!isAccepted(calculated, lines)) return calculated;
  const priced = lines.flatMap((line, at): readonly PricedSaleLine[] => {
    const price = calculated.priced.lines[at];
    return price ? [{ ...line, ...price }] : [];
  });
  await writeCalculatedCart(tx, cartKey, calculated, priced);
  return calculated;
}
