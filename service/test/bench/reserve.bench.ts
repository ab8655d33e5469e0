import { readFileSync } from "node:fs";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { openPool } from "#src/platform/store/db.ts";
import { putOnSale } from "#test/on-sale.ts";
import { testWorld } from "#test/world.ts";
import type { Rate } from "./clients.ts";
import { hotRowRate } from "./hot-row.ts";
import { httpsRate } from "./over-https.ts";
import { storeRate } from "./store-alone.ts";
import { addWaitingList, manyDates, sellOut } from "./waiting-list.ts";

/**
 * Compares ways of reserving on the same PostgreSQL, in turns, so that other load on the machine affects all of them: a
 * hot row, the store, HTTPS, and the store for a date of thirty, without and with a waiting list. Prints one line of JSON. Set DATABASE_URL, SERVICE_URL and SERVICE_CA.
 */
const ROUNDS = 5;
const SECONDS = 3;
/** Buyers who wait at once: enough for two batches of nearly the largest size. */
const RUSH = 400;
/** More than any round can sell. */
const PLACES = 500_000_000;
const USER = "bench@foyer.example";
const PASSWORD = "for this run only";

const databaseUrl = needed("DATABASE_URL");
const target = { url: new URL(needed("SERVICE_URL")), ca: readFileSync(needed("SERVICE_CA")) };
const db = openPool(databaseUrl);
const world = testWorld(db);

const hot = await place();
const alone = await place();
const served = await place();
await db.query("UPDATE account_user SET username = $2, password_hash = $3 WHERE id = $1", [
  served.caller.id,
  USER,
  await hashPassword(PASSWORD),
]);
const request = {
  credential: `${USER}:${PASSWORD}`,
  eventId: served.eventId,
  ticketTypeId: served.ticketTypeIds[0] ?? 0,
};

const [unawaited, awaited] = [await manyDates(db, PLACES), await manyDates(db, PLACES)];
const [soldOut, soldOutAwaited] = [await manyDates(db, 1), await manyDates(db, 1)];
for (const event of [soldOut, soldOutAwaited]) await sellOut(db, event);
for (const event of [awaited, soldOutAwaited]) await addWaitingList(world, event);

type Way = "hotRow" | "store" | "rush" | "https" | "unawaited" | "awaited" | "soldOut" | "soldOutAwaited";
const rounds: Readonly<Record<Way, Rate>>[] = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const rates = {
    hotRow: await hotRowRate(databaseUrl, hot.eventId, SECONDS),
    store: await storeRate(world, alone, SECONDS),
    rush: await storeRate(world, alone, SECONDS, { clients: RUSH }),
    https: await httpsRate(target, request, SECONDS),
    unawaited: await storeRate(world, unawaited, SECONDS),
    awaited: await storeRate(world, awaited, SECONDS),
    soldOut: await storeRate(world, soldOut, SECONDS, { isSoldOut: true }),
    soldOutAwaited: await storeRate(world, soldOutAwaited, SECONDS, { isSoldOut: true }),
  };
  // The first round is a warm-up.
  if (round >= 0) rounds.push(rates);
}
await db.close();
console.log(JSON.stringify(rounds));

/** Creates one section and one ticket type with a maximum: every reservation takes from both rows. */
function place() {
  return putOnSale(db, { sections: [PLACES], types: [{ maximum: PLACES }] });
}

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
