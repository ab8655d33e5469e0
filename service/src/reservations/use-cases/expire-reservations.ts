import type { World } from "#src/platform/world.ts";
import { returnExpiredUses } from "#src/reservations/store/cart-codes.ts";
import { markExpired, returnExpired } from "#src/stock/store/return-places.ts";

/** Puts back expired places and uses of codes. Returns the number of expired reservations. Every decision checks expiry itself, so correctness does not depend on this job. */
export async function expireReservations({ db, limits }: World): Promise<number> {
  const expired = await returnExpired(db);
  await returnExpiredUses(db);
  await markExpired(db, limits.latePaySeconds);
  return expired;
}
