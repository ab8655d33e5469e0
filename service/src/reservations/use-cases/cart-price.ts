import type { Runtime } from "#src/platform/runtime.ts";
import { type Db, readClock } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { type CartLine, type CartPrice, priceWithCodes } from "#src/pricing/domain/cart-price.ts";
import { type Code, foldCode, hadEffect, onceEach, type TypedCode } from "#src/pricing/domain/code.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import type { PricingRule } from "#src/pricing/domain/engine/rule.ts";
import { findCodes, listTextsOf, lockCodes } from "#src/pricing/store/codes.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";
import { unpaid } from "#src/reservations/domain/sale.ts";
import {
  areUsesPaidFor,
  type CartCode,
  countUses,
  listCartCodes,
  setCartCodes,
} from "#src/reservations/store/cart-codes.ts";
import {
  isOutOfDate,
  listCartLines,
  lockCartPriceIfAny,
  type PricedSaleLine,
  type SaleLineRow,
  writeCartPrice,
} from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";

export type CartToPrice = {
  readonly account: { readonly id: number; readonly currency: string };
  readonly cartKey: string;
};

/**
 * Calculates a cart's price again when it is out of date, before it is read or paid, so that the amount shown is the amount
 * charged.
 */
export async function refreshPrice(runtime: Runtime, cart: CartToPrice): Promise<void> {
  if (await isOutOfDate(runtime.db, cart.account.id, cart.cartKey, runtime.limits)) await priceAgain(runtime, cart);
}

/** Calculates the price of a cart that is out of date. */
export function priceAgain(runtime: Runtime, cart: CartToPrice): Promise<void> {
  return retryOnConflict(() => runtime.db.transaction((tx) => repriceIfPriced(tx, runtime, cart)));
}

/** Calculates a cart's price again if it has a price row. Without one the prices are those of its lines. */
async function repriceIfPriced(tx: Db, runtime: Runtime, cart: CartToPrice): Promise<void> {
  if (await lockCartPriceIfAny(tx, cart.account.id, cart.cartKey)) await repriceCart(tx, runtime, cart);
}

/**
 * Calculates and writes the price of a cart whose price row the caller has locked, with its stored codes or with `codes`.
 * Writes nothing when `isAccepted` returns false. `undefined`: the cart has only paid sales.
 */
export async function repriceCart(
  tx: Db,
  { limits }: Runtime,
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

type CartToCalculate = {
  readonly accountId: number;
  readonly cartKey: string;
  readonly currency: string;
  readonly now: Date;
  readonly lines: readonly CartLine[];
  readonly discounts: readonly Discount[];
  /** All codes that the cart is to have. */
  readonly typed: readonly string[];
};

export type CalculatedCart = CartPrice & {
  readonly typed: readonly TypedCode[];
  /** The codes that the cart had. */
  readonly before: readonly CartCode[];
  /** The codes of which the cart had claimed a use. */
  readonly claimed: readonly Code[];
};

/** Calculates the price of a cart with its codes locked, so that a use counted here can be taken until the transaction ends. */
export async function calculateCart(tx: Db, { typed, ...cart }: CartToCalculate): Promise<CalculatedCart> {
  const codes = await lockTypedCodes(tx, cart, typed);
  return { ...priceWithCodes(cart.lines, { ...cart, typed: codes.typed }), ...codes };
}

/** Locks these codes and those that the cart has. */
export async function lockTypedCodes(
  tx: Db,
  { accountId, cartKey }: { readonly accountId: number; readonly cartKey: string },
  texts?: readonly string[],
): Promise<Pick<CalculatedCart, "typed" | "before" | "claimed">> {
  const before = await listCartCodes(tx, cartKey);
  const typed = texts ?? before.map(({ code }) => code);
  const renamed = await listTextsOf(tx, claimedIds(before));
  const codes = await lockCodes(tx, accountId, [...typed, ...before.map(({ code }) => code), ...renamed.values()]);
  const all = typed.map((text) => {
    // A code whose text was changed is still the one that the cart has claimed.
    const claimed = before.find((one) => one.hasClaimedUse && foldCode(one.code) === foldCode(text));
    return typedCode(text, codes.get(foldCode(renamed.get(claimed?.codeId ?? 0) ?? text)), before);
  });
  // A code typed by both its old and its new text counts once.
  const known = all.filter(({ code }, at) => !code || all.findIndex((one) => one.code?.id === code.id) === at);
  const claimed = [...codes.values()].filter(({ id }) => before.some((one) => one.hasClaimedUse && one.codeId === id));
  return { typed: known, before, claimed };
}

/** Returns the codes of a cart, if there is one, and those that are typed in addition, with the account's code of each text. */
export async function findTypedCodes(
  db: Db,
  accountId: number,
  cartKey: string | undefined,
  more: readonly string[] = [],
): Promise<readonly TypedCode[]> {
  const before = cartKey === undefined ? [] : await listCartCodes(db, cartKey);
  const typed = onceEach([...before.map(({ code }) => code), ...more]);
  const codes = await findCodes(db, accountId, typed);
  return typed.map((text) => typedCode(text, codes.get(foldCode(text)), before));
}

function typedCode(typed: string, code: Code | undefined, before: readonly CartCode[]): TypedCode {
  return { typed, ...(code && { code }), hasClaimedUse: code !== undefined && claimedIds(before).includes(code.id) };
}

/** Writes the calculated prices and codes, and counts the uses of codes that were taken or put back. */
export async function writeCalculatedCart(
  tx: Db,
  cartKey: string,
  { typed, before, answers }: Pick<CalculatedCart, "typed" | "before" | "answers">,
  lines: readonly PricedSaleLine[],
  keptRules?: readonly PricingRule[],
): Promise<void> {
  const codes = answers.map((answer, at): CartCode => {
    const one = typed[at];
    const hasClaimedUse = one?.code !== undefined && hadEffect(answer.result);
    return { ...answer, codeId: one?.code?.id, hasClaimedUse };
  });
  const claimedBefore = claimedIds(before);
  const claimedNow = claimedIds(codes);
  await countUses(
    tx,
    claimedBefore.filter((id) => !claimedNow.includes(id)),
    -1,
  );
  await countUses(
    tx,
    claimedNow.filter((id) => !claimedBefore.includes(id)),
    1,
  );
  await setCartCodes(tx, cartKey, codes);
  await writeCartPrice(tx, cartKey, lines, keptRules);
}

function claimedIds(codes: readonly CartCode[]): readonly number[] {
  return codes.flatMap(({ codeId, hasClaimedUse }) => (hasClaimedUse && codeId !== undefined ? [codeId] : []));
}
