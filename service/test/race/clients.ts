import { createApp } from "#src/http/app.ts";
import { openPool } from "#src/store/db.ts";
import { LIMITS, type World } from "#src/world.ts";
import { fakeProcessor } from "#test/fake-processor.ts";
import { PATIENT } from "#test/patience.ts";
import { testWorld } from "#test/world.ts";
import { naiveReserve } from "./naive.ts";
import type { Orders, Tally } from "./orders.ts";

// One of several service processes on one database. Its parent says when everybody starts.
// Nobody gives up waiting here: a slow machine must not look like a refusal.

const orders = JSON.parse(process.argv[2] ?? "{}") as Orders;
const db = openPool(orders.url, orders.connections, PATIENT);
const world: World = testWorld(db, { processor: fakeProcessor(), limits: { ...LIMITS, reservationWaitMs: 120_000 } });
const app = createApp(world);
await app.ready();

const headers = {
  authorization: `Basic ${Buffer.from(`${orders.username}:${orders.password}`).toString("base64")}`,
  "content-type": "application/json",
};
const payload = { event: orders.eventId, tickets: [{ ticketType: orders.ticketTypeId, quantity: 1 }] };

async function buyer(): Promise<string> {
  if (orders.naive) return (await naiveReserve(db, orders)) ? "won" : "200 SOLD_OUT";
  const response = await app.inject({ method: "POST", url: "/v2/reservation/", headers, payload });
  const body = response.json();
  return body.successful ? "won" : `${response.statusCode} ${body.errors[0].code}`;
}

process.on("message", async () => {
  const tally: Tally = {};
  const answers = await Promise.all(Array.from({ length: orders.clients }, buyer));
  for (const answer of answers) tally[answer] = (tally[answer] ?? 0) + 1;
  process.send?.(tally);
  await app.close();
  await db.close();
  process.disconnect();
});
// As in a service that has been up for a while: the slow hash of the password is no part of the race.
const signedIn = await app.inject({ method: "GET", url: "/v2/user/login.json", headers });
if (signedIn.statusCode !== 200) throw new Error(`The clients cannot sign in: ${signedIn.body}`);
process.send?.("ready");
