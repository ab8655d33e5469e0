import { readFileSync } from "node:fs";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { openPool } from "#src/platform/store/db.ts";
import { putOnSale } from "#test/buying.ts";
import { needed, openConnection, PLACES, type Rate, rateOf, requestBytes } from "./clients.ts";

/**
 * Compares reservations over HTTPS with the simplest design, in which each one updates its row in a transaction of its own,
 * on the same PostgreSQL and in turns, so that other load on the machine affects both. Prints one line of JSON. Set
 * DATABASE_URL, SERVICE_URL and SERVICE_CA.
 */
const ROUNDS = 5;
const SECONDS = 3;
const ROW_CONNECTIONS = 32;
const HTTPS_CONNECTIONS = 200;
const USER = "bench@foyer.example";
const PASSWORD = "for this run only";

const target = { url: new URL(needed("SERVICE_URL")), ca: readFileSync(needed("SERVICE_CA")) };
const db = openPool(needed("DATABASE_URL"), ROW_CONNECTIONS);
// One section and one ticket type with a maximum: every reservation takes from both rows.
const wish = { sections: [PLACES], types: [{ maximum: PLACES }] };
const hot = await putOnSale(db, wish);
const served = await putOnSale(db, wish);
await db.query("UPDATE account_user SET username = $2, password_hash = $3 WHERE id = $1", [
  served.caller.id,
  USER,
  await hashPassword(PASSWORD),
]);
const request = requestBytes(target, {
  path: "/reservation/",
  credential: `${USER}:${PASSWORD}`,
  body: { event: served.eventId, tickets: [{ ticketType: served.ticketTypeIds[0], quantity: 1 }] },
});

const rounds: { readonly hotRow: Rate; readonly https: Rate }[] = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const rates = { hotRow: await hotRowRate(), https: await httpsRate() };
  // The first round is a warm-up.
  if (round >= 0) rounds.push(rates);
}
await db.close();
console.log(JSON.stringify(rounds));

function hotRowRate(): Promise<Rate> {
  return rateOf(ROW_CONNECTIONS, SECONDS, async () => {
    const rows = await db.prepared(
      "hot_row",
      `UPDATE stock SET taken = taken + 1
        WHERE event_id = $1 AND venue_section_id IS NOT NULL AND capacity - taken >= 1 RETURNING id`,
      [hot.eventId],
    );
    if (rows.length !== 1) throw new Error("The hot row is sold out.");
  });
}

/** Measures reservations as the storefront sends them: TLS, HTTP, credential, schemas and batches. */
async function httpsRate(): Promise<Rate> {
  const connections = await Promise.all(Array.from({ length: HTTPS_CONNECTIONS }, () => openConnection(target)));
  try {
    return await rateOf(HTTPS_CONNECTIONS, SECONDS, async (at) => {
      const answer = await connections[at]?.send(request);
      if (answer?.status !== 200 || !answer.body.includes('"successful":true'))
        throw new Error(`A reservation was answered ${answer?.status}: ${answer?.body.slice(0, 300)}`);
    });
  } finally {
    for (const { close } of connections) close();
  }
}
