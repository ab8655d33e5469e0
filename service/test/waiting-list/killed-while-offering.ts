import { openPool } from "#src/platform/store/db.ts";
import { lockList } from "#src/reservations/store/waiting-list/event-stock.ts";
import { settleOffers } from "#src/reservations/use-cases/waiting-list/settle-offers.ts";
import { testWorld } from "#test/world.ts";

// A service process that writes an offer and its message, and is killed by its parent before it commits.

export type LastOffer = { readonly url: string; readonly eventId: number };

const { url, eventId } = JSON.parse(process.argv[2] ?? "{}") as LastOffer;
const world = testWorld(openPool(url, 1));
await world.db.transaction(async (tx) => {
  await settleOffers(tx, world, await lockList(tx, eventId));
  process.send?.("offered");
  // Until the parent kills this process.
  await new Promise<never>(() => setInterval(() => {}, 1_000));
});
