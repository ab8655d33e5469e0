import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { isBeyondPaying, type SaleRow, unpaid } from "#src/reservations/domain/sale-row.ts";
import { findCartStates } from "#src/reservations/store/carts.ts";
import { lockSales } from "#src/reservations/store/sale-rows.ts";

export type CartScope = { readonly key: string } | { readonly cartKey: string };

export type CartRefusal = "no_such_thing" | "empty" | "expired" | "wrong_state" | "ceiling_reached" | "mixed_currency";

/** The refusals of lock, unlock, extend and change of codes. */
export type CartOutcome = Outcome<{ readonly secondsLeft: number }, { readonly refusal: CartRefusal }>;

/** Locks and returns the unpaid sales that lock, unlock and extend act on. Refuses when one of them is no longer reserved. */
export async function lockReservedSales(
  tx: Db,
  { limits }: World,
  caller: Caller,
  scope: CartScope,
): Promise<Outcome<{ readonly sales: readonly SaleRow[] }, { readonly refusal: CartRefusal }>> {
  const rows = await lockSales(tx, caller.account.id, scope, limits.latePaySeconds);
  const sales = unpaid(rows);
  if (rows.some(({ status }) => status === "PROCESSING")) return { ok: false, refusal: "wrong_state" };
  if (sales.length === 0 && rows.some(isBeyondPaying)) return { ok: false, refusal: "wrong_state" };
  if (sales.length === 0) return { ok: false, refusal: await whyEmpty(tx, caller, scope, rows) };
  if (sales.some(({ expired, holdsStock }) => expired || !holdsStock)) return { ok: false, refusal: "expired" };
  const isMixed = sales.some(({ total }) => total.currency !== sales[0]?.total.currency);
  return isMixed ? { ok: false, refusal: "mixed_currency" } : { ok: true, sales };
}

async function whyEmpty(tx: Db, caller: Caller, scope: CartScope, unpayable: readonly SaleRow[]): Promise<CartRefusal> {
  if ("key" in scope) return "no_such_thing";
  const cart = (await findCartStates(tx, [scope.cartKey])).get(scope.cartKey);
  if (cart?.accountId !== caller.account.id) return "no_such_thing";
  return unpayable.length > 0 || cart.sales.length > 0 ? "expired" : "empty";
}
