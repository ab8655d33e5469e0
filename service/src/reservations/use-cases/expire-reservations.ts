import type { World } from "#src/platform/world.ts";
import { returnLapsedUses } from "#src/reservations/store/cart-codes.ts";
import { markExpired, returnExpired } from "#src/stock/store/return-places.ts";

/** Returns expired places and uses of codes to stock. Correctness does not depend on it: every decision checks the expiry itself. */
export async function expireReservations({ db, limits }: World): Promise<number> {
  const lapsed = await returnExpired(db);
  await returnLapsedUses(db);
  await markExpired(db, limits.latePaySeconds);
  return lapsed;
}
