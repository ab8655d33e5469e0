import assert from "node:assert/strict";
import test from "node:test";
import { OTHER_PROMOTER } from "#setup/season.ts";
import { seed } from "#setup/seed.ts";
import { openAccount } from "#src/accounts/use-cases/accounts.ts";
import { listEvents } from "#src/catalogue/use-cases/event-lists.ts";
import { listEventGroups } from "#src/offering/use-cases/event-groups.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { testDatabase } from "#test/cluster.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const world = testWorld(db);
const passwords = { shop: "shop password", promoter: "promoter password", otherPromoter: "other password" };
const now = new Date();
const seeded = await seed(world, passwords, true, now);

/** Returns a caller of an account, to read the seeded data. */
function callerOf(id: number): Caller {
  const account = { id, name: "", currency: "NZD" };
  return { id: 0, name: "", email: "", account, capabilities: new Set(["PUBLIC"]), passwordVersion: 1 };
}

async function everything(account: number) {
  return (await listEvents(world, callerOf(account), { page: 1, pageSize: 1000, everything: false })).events;
}

async function rowCounts(): Promise<unknown> {
  const tables = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const counts = tables.map(async ({ name }) => [name, (await db.query(`SELECT count(*) AS count FROM ${name}`))[0]]);
  return Promise.all(counts);
}

test("seeds events that are free, nearly sold out, sold out and not yet on sale, with short and long texts", async () => {
  const events = await everything(seeded.account);
  assert.ok(events.length >= 12);
  assert.deepEqual([...new Set(events.map(({ venue }) => venue.name))].length, 4);
  assert.deepEqual([...new Set(events.map(({ venue }) => venue.timeZone))].length, 3);

  const dates = events.map((event) => event.dates.length);
  assert.equal(Math.min(...dates), 1);
  assert.equal(Math.max(...dates), 30);

  const named = (part: string) => events.find(({ name }) => name.includes(part));
  const smallHours = named("Small Hours")?.dates[0]?.ticketTypes.map(({ name, free }) => [name, free]);
  assert.deepEqual(smallHours, [
    ["General admission", 2],
    ["Student", 0],
  ]);
  assert.equal(named("Unplugged Farewell")?.saleStatus, "SOLD_OUT");
  assert.equal(named("Two Hundred Voices")?.saleStatus, "NOT_ON_SALE");
  assert.ok(named("Open Doors")?.dates[0]?.ticketTypes.every(({ price, fee }) => price.minor + fee.minor === 0));
  assert.deepEqual([...new Set(events.map(({ qrType }) => qrType))].toSorted(), ["A", "B"]);
  const demanding = events.filter(({ termsRequired }) => termsRequired).map(({ externalTermsUrl }) => externalTermsUrl);
  assert.deepEqual(demanding, ["https://southerly.example/workshops/conditions"]);
  assert.ok(named("東京") && named("ليالي") && named("Kāinga"));
});

test("seeds no message to its buyers, who do not exist", async () => {
  assert.deepEqual(await db.query("SELECT recipient FROM message WHERE state = 'QUEUED'"), []);
});

test("seeds only dates ahead", async () => {
  for (const { name, dates } of await everything(seeded.account)) {
    assert.ok(
      dates.every(({ startsAt }) => startsAt > now),
      name,
    );
  }
});

test("seeds sold tickets that are paid and can be admitted", async () => {
  const [sales] = await db.query(`SELECT count(*) AS count, min(status) AS least, max(status) AS most FROM sale`);
  assert.equal(Reflect.get(Object(sales), "least"), "CONFIRMED");
  assert.equal(Reflect.get(Object(sales), "most"), "CONFIRMED");
  const [admissions] = await db.query(`SELECT count(*) AS count FROM admission`);
  assert.deepEqual(admissions, { count: 9 + 6 + 12 + 18 + 38 + 4 + 24 + 12 + 24 + 11 + (24 + 40 + 30 + 9 + 6 + 21) });
});

test("seeds a group of three events of one weekend, one sold out, and an event in another currency", async () => {
  const { groups } = await listEventGroups(world, callerOf(seeded.account), { page: 1, pageSize: 10 });
  assert.deepEqual(
    groups.map(({ name }) => name),
    ["Long Light Weekend"],
  );
  const inGroup = (await everything(seeded.account)).filter((event) => event.groups.length > 0);
  assert.deepEqual(
    inGroup.map(({ saleStatus }) => saleStatus),
    ["SOLD_OUT", "ON_SALE", "ON_SALE"],
  );
  const abroad = (await everything(seeded.account)).filter(({ currency }) => currency !== "NZD");
  assert.deepEqual(
    abroad.map(({ venue, currency }) => [venue.timeZone, currency]),
    [["Australia/Adelaide", "AUD"]],
  );
});

test("seeds master tickets for a long run, so that one call changes all its dates", async () => {
  const rows = await db.query(
    `SELECT event.name, count(DISTINCT master_ticket_id) AS masters, count(*) AS types
       FROM ticket_type type JOIN event ON event.id = type.event_id WHERE master_ticket_id IS NOT NULL
      GROUP BY event.id ORDER BY 3 DESC LIMIT 1`,
  );
  assert.deepEqual(rows, [{ name: "The Lighthouse Keeper’s Daughter", masters: 5, types: 150 }]);
});

test("seeds a discount and a code of each kind", async () => {
  const rules = await db.query<{ kind: string; codes: number }>(
    `SELECT kind, (SELECT count(*) FROM code WHERE discount_id = discount.id) AS codes FROM discount WHERE enabled ORDER BY kind`,
  );
  assert.deepEqual(
    rules.map(({ kind, codes }) => [kind, codes]),
    [
      ["FESTIVAL", 0],
      ["MULTIPACK", 0],
      ["ORDER", 1],
      ["TICKET", 1],
    ],
  );
  const codes = await db.query<{ text: string; kind: string }>(`SELECT text, kind FROM code ORDER BY kind, text`);
  assert.deepEqual(
    codes.map(({ text, kind }) => [text, kind]),
    [
      ["CLUBCARD", "BOOKING"],
      ["GREENGLASS", "BOOKING"],
      ["FIRST20", "DISCOUNT"],
      ["SAVE10", "DISCOUNT"],
      ["USHERS", "REVEAL"],
    ],
  );
});

test("changes nothing in a second run", async () => {
  const before = await rowCounts();
  assert.deepEqual(await seed(world, passwords, true, now), seeded);
  assert.deepEqual(await rowCounts(), before);
});

test("keeps an existing password, and returns its user", async () => {
  const hashes = () => db.query(`SELECT username, password_hash FROM account_user ORDER BY 1`);
  const before = await hashes();
  const others = { shop: "another password", promoter: passwords.promoter, otherPromoter: "yet another one" };
  const { keptPasswords } = await seed(world, others, true, now);
  assert.deepEqual(keptPasswords, ["shop", "promoter@lantern-lane.example"]);
  assert.deepEqual(await hashes(), before);
});

test("creates one account with two users and nothing on sale without a season", async () => {
  const empty = await testDatabase();
  test.after(empty.drop);
  const named = { ...passwords, shopUser: "web-shop" };
  const { account, keptPasswords, shopUser } = await seed(testWorld(empty.db), named, false, now);
  assert.deepEqual(keptPasswords, []);
  assert.deepEqual(await empty.db.query(`SELECT count(*) AS count FROM account`), [{ count: 1 }]);
  assert.deepEqual(await empty.db.query(`SELECT count(*) AS count FROM event`), [{ count: 0 }]);
  const users = await empty.db.query(`SELECT username FROM account_user WHERE account_id = $1 ORDER BY 1`, [account]);
  assert.deepEqual(users, [{ username: "promoter@foyer.example" }, { username: "web-shop" }]);
  assert.equal(shopUser, "web-shop");
});

test("every event has an abstract, an age limit and doors, every venue a map, and every section for people a door", async () => {
  const without = (sql: string) => db.query<{ name: string }>(sql, []);
  const event = `SELECT name FROM event WHERE abstract_text = '' OR age_limit IS NULL`;
  const date = `SELECT event.name FROM event_date JOIN event ON event.id = event_id WHERE doors_at IS NULL`;
  const venue = `SELECT name FROM venue WHERE map_url IS NULL`;
  const section = `SELECT name FROM venue_section WHERE door IS NULL AND name <> 'Shop'`;
  for (const sql of [event, date, venue, section]) assert.deepEqual(await without(sql), [], sql);
});

test("creates the next season when all dates are over", async () => {
  await db.query(
    `UPDATE event_date SET starts_at = starts_at - interval '3 years', ends_at = ends_at - interval '3 years',
                           doors_at = doors_at - interval '3 years'`,
  );
  assert.equal((await everything(seeded.account)).length, 0);
  await seed(world, passwords, true, now);
  assert.equal((await everything(seeded.account)).length, 22);
  assert.deepEqual(await db.query(`SELECT count(*) AS count FROM venue`), [{ count: 5 }]);
});

test("seeds a separate season of the second organiser", async () => {
  const { account } = await openAccount(world, { ...OTHER_PROMOTER, embedOrigins: [] });
  assert.deepEqual(
    (await everything(account.id)).map(({ name }) => name),
    ["The Understudy’s Understudy"],
  );
});

test("an empty seed opens the named account, with the named manager and no event", async () => {
  const account = { name: "The Playhouse", shortName: "playhouse", currency: "EUR" };
  const given = {
    account,
    shopUser: "shop-2",
    promoterUser: "ada@playhouse.example",
    shop: "a password",
    promoter: "b password",
  };
  const made = await seed(world, given, false, now);
  assert.deepEqual([made.currency, made.user], ["EUR", "ada@playhouse.example"]);
  assert.deepEqual(await everything(made.account), []);
  assert.notEqual(made.account, seeded.account);
});
