import type { Caller } from "#src/domain/caller.ts";
import type { Outcome } from "#src/domain/outcome.ts";
import { releaseSale } from "#src/store/return-places.ts";
import type { World } from "#src/world.ts";
import { getSale } from "./get-sale.ts";

/** The tickets are available again at once. What is being paid for, or was, is not released. */
export async function releaseReservation(
  world: World,
  caller: Caller,
  key: string,
): Promise<Outcome<object, { readonly refusal: "no_such_reservation" | "wrong_state" }>> {
  if (await releaseSale(world.db, caller.account.id, key, world.limits.latePaySeconds)) return { ok: true };
  const sale = await getSale(world, caller, { key });
  return { ok: false, refusal: sale === undefined ? "no_such_reservation" : "wrong_state" };
}
