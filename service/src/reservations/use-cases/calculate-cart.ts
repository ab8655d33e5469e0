import type { Db } from "#src/platform/store/db.ts";
import { type CartLine, type CartPrice, priceWithCodes } from "#src/pricing/domain/cart-price.ts";
import { type Code, foldCode, isOfUse, type TypedCode } from "#src/pricing/domain/code.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { listTextsOf, lockCodes } from "#src/pricing/store/codes.ts";
import { type CartCode, countUses, listCartCodes, setCartCodes } from "#src/reservations/store/cart-codes.ts";
import { type PricedSaleLine, writeCartPrice } from "#src/reservations/store/cart-prices.ts";

export type CartToCalculate = {
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
  /** Those of them of which the cart has claimed a use. */
  readonly claimed: readonly Code[];
};

/** Calculates the price of a cart with its codes locked, so that a use counted here can be taken until the transaction ends. */
export async function calculateCart(tx: Db, { typed, ...cart }: CartToCalculate): Promise<CalculatedCart> {
  const before = await listCartCodes(tx, cart.cartKey);
  const renamed = await listTextsOf(tx, claimedIds(before));
  const codes = await lockCodes(tx, cart.accountId, [...typed, ...before.map(({ code }) => code), ...renamed.values()]);
  const all = typed.map((text): TypedCode => {
    // A code whose text was changed is still the one that the cart has claimed.
    const claimed = before.find((one) => one.hasClaimedUse && foldCode(one.code) === foldCode(text));
    const code = codes.get(foldCode(renamed.get(claimed?.codeId ?? 0) ?? text));
    const hasClaimedUse = before.some((one) => one.hasClaimedUse && one.codeId === code?.id);
    return { typed: text, ...(code && { code }), hasClaimedUse };
  });
  // A code typed by both its old and its new text counts once.
  const known = all.filter(({ code }, at) => !code || all.findIndex((one) => one.code?.id === code.id) === at);
  const claimed = [...codes.values()].filter(({ id }) => before.some((one) => one.hasClaimedUse && one.codeId === id));
  return { ...priceWithCodes(cart.lines, { ...cart, typed: known }), typed: known, before, claimed };
}

/** Writes the calculated prices and codes, and counts the uses of codes that were taken or put back. */
export async function writeCalculatedCart(
  tx: Db,
  cartKey: string,
  { typed, before, answers }: CalculatedCart,
  lines: readonly PricedSaleLine[],
): Promise<void> {
  const codes = answers.map((answer, at): CartCode => {
    const one = typed[at];
    const hasClaimedUse = one?.code !== undefined && isOfUse(answer.result);
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
  await writeCartPrice(tx, cartKey, lines);
}

function claimedIds(codes: readonly CartCode[]): readonly number[] {
  return codes.flatMap(({ codeId, hasClaimedUse }) => (hasClaimedUse && codeId !== undefined ? [codeId] : []));
}
