import type { Caller } from "#src/platform/domain/caller.ts";
import { readClock } from "#src/platform/store/clock.ts";
import type { World } from "#src/platform/world.ts";
import { priceWithCodes } from "#src/pricing/domain/cart-price.ts";
import { foldCode } from "#src/pricing/domain/code.ts";
import { findCodes } from "#src/pricing/store/codes.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";
import type { Cart } from "#src/reservations/domain/cart.ts";
import { listCartCodes } from "#src/reservations/store/cart-codes.ts";
import { listCartLines } from "#src/reservations/store/cart-prices.ts";
import { type AdviceInFull, adviseCart } from "./advise-cart.ts";

/** What could be added to a cart that still takes something. One that is locked, lapsed or paid is past advice. */
export async function adviseHeldCart(world: World, { account }: Caller, cart: Cart): Promise<readonly AdviceInFull[]> {
  const { db } = world;
  const open = cart.sales.filter(({ status }) => status !== "CONFIRMED" && status !== "UNFULFILLED");
  const takesMore =
    open.length > 0 && open.every(({ status, secondsLeft }) => status === "RESERVED" && secondsLeft > 0);
  if (!takesMore) return [];
  const discounts = await listEnabledDiscounts(db, account.id);
  if (discounts.length === 0) return [];

  const lines = await listCartLines(db, account.id, cart.key, 0);
  const codes = await listCartCodes(db, cart.key);
  const known = await findCodes(
    db,
    account.id,
    codes.map(({ code }) => code),
  );
  const typed = codes.map(({ code: text, holdsUse }) => {
    const code = known.get(foldCode(text));
    return { typed: text, ...(code && { code }), holdsUse };
  });
  const { currency } = cart.total;
  const { rules } = priceWithCodes(lines, { discounts, typed, currency, now: await readClock(db) });
  return adviseCart(world, { accountId: account.id, currency, lines, rules });
}
