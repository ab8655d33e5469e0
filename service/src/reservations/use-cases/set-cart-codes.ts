import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import type { CartLine } from "#src/pricing/domain/cart-price.ts";
import { type CodeAnswer, hadEffect, isOpen, onceEach } from "#src/pricing/domain/code.ts";
import { unpaid } from "#src/reservations/domain/sale.ts";
import { returnExpiredUses } from "#src/reservations/store/cart-codes.ts";
import { lockCartPrice } from "#src/reservations/store/cart-prices.ts";
import { findCartState } from "#src/reservations/store/carts.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { type CalculatedCart, repriceCart } from "./cart-price.ts";
import { type CartRefusal, lockReservedSales } from "./carts.ts";

type CodesOutcome = Outcome<
  { readonly codes: readonly CodeAnswer[]; readonly currency: string },
  { readonly refusal: CartRefusal | "code_required"; readonly ticketTypeIds?: readonly number[] }
>;

/** Replaces the codes of a cart. Its places stay. Refuses when the new codes do not open a ticket type that the old ones opened. */
export async function setCartCodes(
  runtime: Runtime,
  caller: Caller,
  cartKey: string,
  codes: readonly string[],
): Promise<CodesOutcome> {
  const cart = await findCartState(runtime.db, caller.account.id, cartKey);
  if (cart === undefined) return { ok: false, refusal: "no_such_thing" };
  if (cart.sales.length === 0) return { ok: false, refusal: "empty" };
  return retryOnConflict(async () => {
    const first = await runtime.db.transaction((tx) => set(tx, runtime, caller, cartKey, onceEach(codes), true));
    if (first !== "return_expired") return first;
    await returnExpiredUses(runtime.db);
    const again = await runtime.db.transaction((tx) => set(tx, runtime, caller, cartKey, onceEach(codes), false));
    if (again === "return_expired") throw new Error("The codes of a cart are tried at most twice.");
    return again;
  });
}

async function set(
  tx: Db,
  runtime: Runtime,
  caller: Caller,
  cartKey: string,
  codes: readonly string[],
  mayReturn: boolean,
): Promise<CodesOutcome | "return_expired"> {
  const { account } = caller;
  await lockCartPrice(tx, account.id, cartKey);
  const reserved = await lockReservedSales(tx, runtime, caller, { cartKey });
  if (!reserved.ok && reserved.refusal !== "expired") return reserved;
  const sales = unpaid(await lockSales(tx, account.id, { cartKey }, runtime.limits.latePaySeconds));
  if (!sales.some(({ expired }) => !expired)) return { ok: false, refusal: "expired" };
  if (sales.some(({ status, expired }) => status === "LOCKED" && !expired))
    return { ok: false, refusal: "wrong_state" };

  let closed: readonly number[] = [];
  let usedUp = false;
  const calculated = await repriceCart(tx, runtime, { account, cartKey }, codes, (repriced, lines) => {
    closed = noLongerOpened(repriced, lines);
    usedUp = repriced.answers.some(({ result }) => result === "USED_UP");
    return closed.length === 0 && !(usedUp && mayReturn);
  });
  if (usedUp && mayReturn) return "return_expired";
  if (closed.length > 0) return { ok: false, refusal: "code_required", ticketTypeIds: closed };
  const currency = sales[0]?.total.currency ?? account.currency;
  return { ok: true, codes: calculated?.answers ?? [], currency };
}

/** Returns the ticket types in the cart that its old codes opened and its new ones do not. */
function noLongerOpened({ typed, answers, claimed }: CalculatedCart, lines: readonly CartLine[]): readonly number[] {
  const good = typed.flatMap(({ code }, at) => (code && hadEffect(answers[at]?.result ?? "UNKNOWN") ? [code] : []));
  return lines.filter((line) => isOpen(line, claimed) && !isOpen(line, good)).map(({ ticketTypeId }) => ticketTypeId);
}
