import { readFileSync } from "node:fs";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { openPool } from "#src/platform/store/db.ts";
import { putOnSale } from "#test/on-sale.ts";
import { openClient, readBytes } from "./https-client.ts";
import { addManyEvents, type Season } from "./many-events.ts";

/**
 * Measures lists and searches over ten, a thousand and ten thousand events, in accounts of one service, in turns. The ten
 * events of each question have what it asks for, so that all accounts answer with as many entries of the same length.
 * With `grow` it only adds events to the first account, the storefront's. Set DATABASE_URL, SERVICE_URL and SERVICE_CA.
 */
const FEW = 10;
const SIZES = [1_000, 10_000];
const ROUNDS = 15;
const PASSWORD = "for this run only";

type Account = { readonly size: number; readonly id: number; readonly credential: string };
type Question = { readonly path: (size: number) => string; readonly few?: Season };
/** The milliseconds of each round, and the length of the answer in bytes. */
type Taken = { readonly ms: number[]; bytes: number };

const db = openPool(needed("DATABASE_URL"));
const [, , grow] = process.argv;
if (grow === undefined) console.log(JSON.stringify(await measure()));
else await addToFirst(Number(grow));
await db.close();

async function addToFirst(count: number): Promise<void> {
  const [first] = await db.query<{ id: number }>("SELECT min(id) AS id FROM account");
  await addManyEvents(db, first?.id ?? 0, count);
}

/** Returns what each request took, by the number of events. */
async function measure() {
  const target = { url: new URL(needed("SERVICE_URL")), ca: readFileSync(needed("SERVICE_CA")) };
  const hash = await hashPassword(PASSWORD);
  const large: Account[] = [];
  for (const size of SIZES) large.push(await openAccount(size, hash));

  const took: Record<string, Record<number, Taken>> = {};
  for (const [what, { path, few }] of Object.entries(questions(new Date()))) {
    const accounts = [await openAccount(FEW, hash, few), ...large];
    const taken = new Map(accounts.map(({ size }): [number, Taken] => [size, { ms: [], bytes: 0 }]));
    took[what] = Object.fromEntries(taken);
    // The first two rounds are a warm-up.
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const { size, id, credential } of accounts) {
        const ask = await openClient(target, readBytes(target, { path: `/account/${id}${path(size)}`, credential }));
        await ask();
        const start = performance.now();
        const { status, body } = await ask();
        const ms = performance.now() - start;
        ask.close();
        if (status !== 200) throw new Error(`${what} was answered ${status}.`);
        const of = taken.get(size);
        if (of === undefined || round < 0) continue;
        of.ms.push(ms);
        of.bytes = body.length;
      }
    }
  }
  return took;
}

/** Returns a new account with this number of listed events, and its credential. */
async function openAccount(size: number, hash: string, season?: Season): Promise<Account> {
  const { caller, eventId } = await putOnSale(db, { sections: [100] });
  await db.query("UPDATE event SET published = false WHERE id = $1", [eventId]);
  await addManyEvents(db, caller.account.id, size, season);
  const username = `find-${caller.account.id}@foyer.example`;
  await db.query("UPDATE account_user SET username = $2, password_hash = $3 WHERE id = $1", [
    ...[caller.id, username, hash],
  ]);
  return { size, id: caller.account.id, credential: `${username}:${PASSWORD}` };
}

function questions(now: Date): Readonly<Record<string, Question>> {
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const page = (filter: string, number = 1) => `/eventSummaries?${filter}page=${number}&pageSize=${FEW}`;
  const lanterns: Season = { first: ["Harbour"], second: ["Lantern"] };
  return {
    "first page of the list": { path: () => page("") },
    "last page of the list": { path: (size) => page("", size / FEW) },
    "search for a word in a tenth of the names": { path: () => page("q=harbour&"), few: lanterns },
    "search for the beginning of that word": { path: () => page("q=harb&"), few: lanterns },
    "search for the middle of that word": { path: () => page("q=arbou&"), few: lanterns },
    "search for two words": { path: () => page("q=harbour+lantern&"), few: lanterns },
    "search that finds what is nearly meant": { path: () => page("q=orchetsra&"), few: { second: ["Orchestra"] } },
    "search within a week": { path: () => page(`from=${day(7)}&to=${day(13)}&`), few: { days: "WEEK" } },
    "a month of the calendar": {
      path: () => `/eventDates?from=${day(1)}&to=${day(31)}&perDay=6`,
      few: { days: "MONTH" },
    },
  };
}

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
