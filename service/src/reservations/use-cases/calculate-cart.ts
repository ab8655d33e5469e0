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
  /** All the codes that the cart is to have. */
  readonly typed: readonly string[];
};

export type CalculatedCart = CartPrice & {
  readonly typed: readonly TypedCode[];
  /** The codes that the cart had, and those of them of which it held a use. */
  readonly before: readonly CartCode[];
  readonly held: readonly Code[];
};

/** Calculates the price of a cart with its codes locked, so that a use counted here can be taken until the transaction ends. */
export async function calculateCart(tx: Db, { typed, ...cart }: CartToCalculate): Promise<CalculatedCart> {
  const before = await listCartCodes(tx, cart.cartKey);
  const renamed = await listTextsOf(tx, heldBy(before));
  const codes = await lockCodes(tx, cart.accountId, [...typed, ...before.map(({ code }) => code), ...renamed.values()]);
  const all = typed.map((text): TypedCode => {
    // A code that was given another text since is still the one that the cart holds.
    const held = before.find((one) => one.hasClaimedUse && foldCode(one.code) === foldCode(text));
    const code = codes.get(foldCode(renamed.get(held?.codeId ?? 0) ?? text));
    const hasClaimedUse = before.some((one) => one.hasClaimedUse && one.codeId === code?.id);
    return { typed: text, ...(code && { code }), hasClaimedUse };
  });
  // Typed by its old text and its new one, it is one code all the same.
  const known = all.filter(({ code }, at) => !code || all.findIndex((one) => one.code?.id === code.id) === at);
  const held = [...codes.values()].filter(({ id }) => before.some((one) => one.hasClaimedUse && one.codeId === id));
  return { ...priceWithCodes(cart.lines, { ...cart, typed: known }), typed: known, before, held };
}

/** Writes what was calculated: prices, codes, and the uses that were taken or are free again. */
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
  const held = heldBy(before);
  const holding = heldBy(codes);
  await countUses(
    tx,
    held.filter((id) => !holding.includes(id)),
    -1,
  );
  await countUses(
    tx,
    holding.filter((id) => !held.includes(id)),
    1,
  );
  await setCartCodes(tx, cartKey, codes);
  await writeCartPrice(tx, cartKey, lines);
}

function heldBy(codes: readonly CartCode[]): readonly number[] {
  return codes.flatMap(({ codeId, hasClaimedUse }) => (hasClaimedUse && codeId !== undefined ? [codeId] : []));
}
