import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import { mayRepeat, REPEATS_MAX } from "#src/platform/store/faults.ts";
import type { World } from "#src/platform/world.ts";
import type { CartLine } from "#src/pricing/domain/cart-price.ts";
import { type CodeAnswer, isOfUse, isOpen, onceEach } from "#src/pricing/domain/code.ts";
import { unpaid } from "#src/reservations/domain/sale-row.ts";
import { returnLapsedUses } from "#src/reservations/store/cart-codes.ts";
import { lockCartPrice } from "#src/reservations/store/cart-prices.ts";
import { findCartStates } from "#src/reservations/store/carts.ts";
import { lockSales } from "#src/reservations/store/sale-rows.ts";
import type { CalculatedCart } from "./calculate-cart.ts";
import { type HeldRefusal, heldSales } from "./held-sales.ts";
import { repriceCart } from "./reprice-cart.ts";

type Set = Outcome<
  { readonly codes: readonly CodeAnswer[]; readonly currency: string },
  { readonly refusal: HeldRefusal | "code_required"; readonly ticketTypeIds?: readonly number[] }
>;

/** Replaces the codes of a cart. Its places stay. Refuses when the new codes do not open a ticket type that the old ones opened. */
export async function setCartCodes(
  world: World,
  caller: Caller,
  cartKey: string,
  codes: readonly string[],
): Promise<Set> {
  const cart = (await findCartStates(world.db, [cartKey])).get(cartKey);
  if (cart?.accountId !== caller.account.id) return { ok: false, refusal: "no_such_thing" };
  if (cart.sales.length === 0) return { ok: false, refusal: "empty" };
  for (let repeats = 0; ; repeats += 1) {
    try {
      const first = await world.db.transaction((tx) => set(tx, world, caller, cartKey, onceEach(codes), true));
      if (first !== "return_what_lapsed") return first;
      await returnLapsedUses(world.db);
      const again = await world.db.transaction((tx) => set(tx, world, caller, cartKey, onceEach(codes), false));
      if (again !== "return_what_lapsed") return again;
    } catch (error) {
      if (!mayRepeat(error) || repeats >= REPEATS_MAX) throw error;
    }
  }
}

async function set(
  tx: Db,
  world: World,
  caller: Caller,
  cartKey: string,
  codes: readonly string[],
  mayReturn: boolean,
): Promise<Set | "return_what_lapsed"> {
  const { account } = caller;
  await lockCartPrice(tx, account.id, cartKey);
  const found = await heldSales(tx, world, caller, { cartKey });
  if (!found.ok && found.refusal !== "hold_ended") return found;
  const sales = unpaid(await lockSales(tx, account.id, { cartKey }, world.limits.latePaySeconds));
  if (!sales.some(({ lapsed }) => !lapsed)) return { ok: false, refusal: "hold_ended" };
  if (sales.some(({ status, lapsed }) => status === "LOCKED" && !lapsed)) return { ok: false, refusal: "wrong_state" };

  let shut: readonly number[] = [];
  let usedUp = false;
  const calculated = await repriceCart(tx, world, { account, cartKey }, codes, (anew, lines) => {
    shut = closedBy(anew, lines);
    usedUp = anew.answers.some(({ result }) => result === "USED_UP");
    return shut.length === 0 && !(usedUp && mayReturn);
  });
  if (usedUp && mayReturn) return "return_what_lapsed";
  if (shut.length > 0) return { ok: false, refusal: "code_required", ticketTypeIds: shut };
  const currency = sales[0]?.total.currency ?? account.currency;
  return { ok: true, codes: calculated?.answers ?? [], currency };
}

/** The ticket types that a code of the cart had opened, and that none of the new ones does. */
function closedBy({ typed, answers, held }: CalculatedCart, lines: readonly CartLine[]): readonly number[] {
  const good = typed.flatMap(({ code }, at) => (code && isOfUse(answers[at]?.result ?? "UNKNOWN") ? [code] : []));
  return lines.filter((line) => isOpen(line, held) && !isOpen(line, good)).map(({ ticketTypeId }) => ticketTypeId);
}
