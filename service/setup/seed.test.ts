import assert from "node:assert/strict";
import test from "node:test";
import { OTHER_PROMOTER } from "#setup/season.ts";
import { seed } from "#setup/seed.ts";
import { openAccount } from "#src/accounts/use-cases/accounts.ts";
import { listEvents } from "#src/catalogue/use-cases/event-lists.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const runtime = testRuntime(db);
const passwords = { shop: "shop password", promoter: "promoter password" };
const now = new Date();
const seeded = await seed(runtime, { ...passwords, withStaff: true }, true, now);

/** Returns a caller of an account, to read the seeded data. */
function callerOf(id: number): Caller {
  const account = { id, name: "", currency: "NZD" };
  return {
    id: 0,
    name: "",
    email: "",
    account,
    capabilities: new Set(["PUBLIC"]),
    scanDates: null,
    passwordVersion: 1,
  };
}

async function everything(account: number) {
  return (await listEvents(runtime, callerOf(account), { page: 1, pageSize: 1000, everything: false })).things;
}

async function rowCounts(): Promise<unknown> {
  const tables = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const counts = tables.map(async ({ name }) => [name, (await db.query(`SELECT count(*) AS count FROM ${name}`))[0]]);
  return Promise.all(counts);
}

test("seeds no message to its buyers, who do not exist", async () => {
  assert.deepEqual(await db.query("SELECT recipient FROM message WHERE state = 'QUEUED'"), []);
});

test("shows sections that share their floor, in configurations of their own", async () => {
  const shared = await db.query(
    `SELECT one.name AS one, other.name AS other
       FROM venue_section_overlap JOIN venue_section one ON one.id = section_id JOIN venue_section other ON other.id = other_id
      ORDER BY 1, 2`,
  );
  assert.deepEqual(shared, [
    { one: "Long room", other: "East room" },
    { one: "Long room", other: "West room" },
  ]);
});

test("changes nothing in a second run", async () => {
  const before = await rowCounts();
  assert.deepEqual(await seed(runtime, { ...passwords, withStaff: true }, true, now), seeded);
  assert.deepEqual(await rowCounts(), before);
});

test("keeps an existing password, and returns its user", async () => {
  const hashes = () => db.query(`SELECT username, password_hash FROM account_user ORDER BY 1`);
  const before = await hashes();
  const others = { shop: "another password", promoter: "yet another one" };
  const { keptPasswords } = await seed(runtime, { ...others, withStaff: true }, true, now);
  assert.deepEqual(keptPasswords, [
    "shop",
    "promoter@foyer.example",
    "manager@foyer.example",
    "orders@foyer.example",
    "reports@foyer.example",
    "box-office@foyer.example",
    "door@foyer.example",
    "promoter@lantern-lane.example",
  ]);
  assert.deepEqual(await hashes(), before);
});

test("creates one account with two users and nothing on sale without a season", async () => {
  const empty = await testDatabase();
  test.after(empty.drop);
  const named = { ...passwords, shopUser: "web-shop" };
  const { account, keptPasswords, shopUser } = await seed(testRuntime(empty.db), named, false, now);
  assert.deepEqual(keptPasswords, []);
  assert.deepEqual(await empty.db.query(`SELECT count(*) AS count FROM account`), [{ count: 1 }]);
  assert.deepEqual(await empty.db.query(`SELECT count(*) AS count FROM event`), [{ count: 0 }]);
  const users = await empty.db.query(`SELECT username FROM account_user WHERE account_id = $1 ORDER BY 1`, [account]);
  assert.deepEqual(users, [{ username: "promoter@foyer.example" }, { username: "web-shop" }]);
  assert.equal(shopUser, "web-shop");
});

test("a season outside a sandbox has nobody but its manager and that of the second account", async () => {
  const empty = await testDatabase();
  test.after(empty.drop);
  await seed(testRuntime(empty.db), passwords, true, now);
  const users = await empty.db.query(`SELECT username FROM account_user ORDER BY 1`);
  assert.deepEqual(
    users.map(({ username }) => username),
    ["promoter@foyer.example", "promoter@lantern-lane.example", "shop"],
  );
});

test("creates the next season when all dates are over", async () => {
  await db.query(
    `UPDATE event_date SET starts_at = starts_at - interval '3 years', ends_at = ends_at - interval '3 years',
                           doors_at = doors_at - interval '3 years'`,
  );
  assert.equal((await everything(seeded.account)).length, 0);
  await seed(runtime, passwords, true, now);
  const events = await everything(seeded.account);
  assert.equal(events.length, 23);
  assert.ok(events.every(({ dates }) => dates.every(({ startsAt }) => startsAt > now)));
  assert.deepEqual(await db.query(`SELECT count(*) AS count FROM venue`), [{ count: 5 }]);
});

test("seeds a separate season of the second organiser", async () => {
  const { account } = await openAccount(runtime, { ...OTHER_PROMOTER, embedOrigins: [] });
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
  const made = await seed(runtime, given, false, now);
  assert.deepEqual([made.currency, made.user], ["EUR", "ada@playhouse.example"]);
  assert.deepEqual(await everything(made.account), []);
  assert.notEqual(made.account, seeded.account);
});
