import { readFileSync } from "node:fs";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { openPool } from "#src/platform/store/db.ts";
import { putOnSale } from "#test/on-sale.ts";
import { openClient, readBytes } from "./https-client.ts";
import { addManyEvents } from "./many-events.ts";

/**
 * Measures lists and searches over ten, a thousand and ten thousand events, in three accounts of one service, in turns.
 * With `grow` it only adds events to the first account, the storefront's. Set DATABASE_URL, SERVICE_URL and SERVICE_CA.
 */
const SIZES = [10, 1_000, 10_000];
const ROUNDS = 15;
const PASSWORD = "for this run only";

const db = openPool(needed("DATABASE_URL"));
const [, , grow] = process.argv;
if (grow === undefined) console.log(JSON.stringify(await measure()));
else await addToFirst(Number(grow));
await db.close();

async function addToFirst(count: number): Promise<void> {
  const [first] = await db.query<{ id: number }>("SELECT min(id) AS id FROM account");
  await addManyEvents(db, first?.id ?? 0, count);
}

/** Returns the milliseconds of each request in each round, by the number of events. */
async function measure() {
  const target = { url: new URL(needed("SERVICE_URL")), ca: readFileSync(needed("SERVICE_CA")) };
  const accounts: { readonly size: number; readonly id: number; readonly credential: string }[] = [];
  for (const size of SIZES) {
    const { caller } = await putOnSale(db, { sections: [100] });
    await addManyEvents(db, caller.account.id, size - 1);
    const username = `find-${size}@foyer.example`;
    const hash = await hashPassword(PASSWORD);
    await db.query("UPDATE account_user SET username = $2, password_hash = $3 WHERE id = $1", [
      caller.id,
      username,
      hash,
    ]);
    accounts.push({ size, id: caller.account.id, credential: `${username}:${PASSWORD}` });
  }

  const took: Record<string, Record<number, number[]>> = {};
  for (const [what, path] of Object.entries(questions(new Date()))) {
    const times: Record<number, number[]> = Object.fromEntries(SIZES.map((size) => [size, []]));
    took[what] = times;
    // The first two rounds are a warm-up.
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const { size, id, credential } of accounts) {
        const ask = await openClient(target, readBytes(target, { path: `/account/${id}${path}`, credential }));
        await ask();
        const start = performance.now();
        const { status } = await ask();
        const ms = performance.now() - start;
        ask.close();
        if (status !== 200) throw new Error(`${what} was answered ${status}.`);
        if (round >= 0) times[size]?.push(ms);
      }
    }
  }
  return took;
}

function questions(now: Date): Readonly<Record<string, string>> {
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return {
    "first page of the list": "/eventSummaries?page=1&pageSize=25",
    "search for a word in a tenth of the names": "/eventSummaries?q=harbour&page=1&pageSize=24",
    "search for two words": "/eventSummaries?q=harbour+lantern&page=1&pageSize=24",
    "search that finds what is nearly meant": "/eventSummaries?q=orchetsra&page=1&pageSize=24",
    "search within a week": `/eventSummaries?from=${day(7)}&to=${day(13)}&page=1&pageSize=24`,
    "a month of the calendar": `/eventDates?from=${day(1)}&to=${day(31)}&perDay=6`,
  };
}

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
