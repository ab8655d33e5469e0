import type { World } from "#src/platform/world.ts";
import { returnLapsedUses } from "#src/reservations/store/cart-codes.ts";
import { forgetLapsed, returnLapsed } from "#src/stock/store/return-places.ts";

/** Tidies: whether a hold still runs is decided by its expiry wherever it matters, and not by whether this has run. */
export async function expireReservations({ db, limits }: World): Promise<number> {
  const lapsed = await returnLapsed(db);
  await returnLapsedUses(db);
  await forgetLapsed(db, limits.latePaySeconds);
  return lapsed;
}
