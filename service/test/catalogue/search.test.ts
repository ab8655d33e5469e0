import assert from "node:assert/strict";
import test from "node:test";
import { wordsOf } from "#src/catalogue/http/account-lists.ts";
import { listEvents } from "#src/catalogue/use-cases/event-lists.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Db, openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { putOnSale } from "#test/buying.ts";
import { PATIENT, testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const { db, url, drop } = await testDatabase();
test.after(drop);

/** Creates a database with the C locale, which knows only ASCII letters. */
async function databaseInC() {
  const [self] = await db.query<{ name: string }>("SELECT current_database() AS name");
  const name = `${self?.name}_c`;
  await db.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`);
  const inC = openPool(url.replace(self?.name ?? "", name), 2, PATIENT);
  await migrate(inC);
  const close = async () => {
    await inC.close();
    await db.query(`DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { inC, close };
}

async function found(where: Db, caller: Caller, words: string) {
  const search = { words: wordsOf(words), page: 1, pageSize: 10, everything: false };
  return (await listEvents(testRuntime(where), caller, search)).things.map(({ id }) => id);
}

test("ignores accents and case in any locale of the database, and matches LIKE wildcards literally", async () => {
  const { inC, close } = await databaseInC();
  for (const where of [db, inC]) {
    const { eventId, caller } = await putOnSale(where);
    await where.query(
      `UPDATE event SET name = 'Ōtepoti Nights (100 %)', description = '能と狂言. Ночь. Smørrebrød. The Keeper’s' WHERE id = $1`,
      [eventId],
    );
    const right = [
      "ōTEPOTI",
      "otepoti",
      "Ōtepoti",
      "nights ŌTE",
      "(100 %)",
      "能と",
      "hall",
      "",
      "НОЧЬ",
      "smorre",
      "keepers",
    ];
    for (const words of right) assert.deepEqual(await found(where, caller, words), [eventId], words);
    for (const words of ["..", "***", "(?i)", "[", "\\", "%%", "________", "otepoti matinee", "能狂"]) {
      assert.deepEqual(await found(where, caller, words), [], words);
    }
  }
  await close();
});

test("orders matches in the name first, then in the text, then by the soonest date", async () => {
  const { eventId, caller, named } = await severalNamed([
    "Harbour Lights",
    "The Lamp",
    "Harbour Songs",
    "Lamp and Harbour",
  ]);
  await db.query(`UPDATE event SET description = 'By the harbour.' WHERE id = $1`, [named("The Lamp")]);
  const [, lamp, songs, both] = [0, "The Lamp", "Harbour Songs", "Lamp and Harbour"].map((name) => named(String(name)));
  assert.deepEqual(await found(db, caller, "harbour"), [eventId, songs, both, lamp]);
  assert.deepEqual(await found(db, caller, "harbour lamp"), [both, lamp]);
});

test("finds a misspelled name, only when nothing matches exactly", async () => {
  const { eventId, caller, named } = await severalNamed([
    "The Lighthouse Keeper",
    "Jazz at Noon",
    "Lihgt Entertainment",
  ]);
  assert.deepEqual(await found(db, caller, "lighthuose"), [eventId]);
  assert.deepEqual(await found(db, caller, "jaz noon"), [named("Jazz at Noon")]);
  assert.deepEqual(await found(db, caller, "lihgt"), [named("Lihgt Entertainment")]);
  assert.deepEqual(await found(db, caller, "quartz"), []);
});

/** Creates events on sale in one account, each a day later than the one before. */
async function severalNamed([first = "", ...others]: readonly string[]) {
  const { eventId, caller } = await putOnSale(db);
  await db.query(`UPDATE event SET name = $2 WHERE id = $1`, [eventId, first]);
  const ids = new Map([[first, eventId]]);
  for (const [at, name] of others.entries()) {
    const [made] = await db.query<{ id: number }>(
      `INSERT INTO event (account_id, venue_id, venue_configuration_id, currency, name, published)
       SELECT account_id, venue_id, venue_configuration_id, currency, $2, true FROM event WHERE id = $1 RETURNING id`,
      [eventId, name],
    );
    await db.query(
      `INSERT INTO event_date (event_id, venue_configuration_id, starts_local, starts_at, ends_at)
       SELECT $2, venue_configuration_id, starts_local, starts_at + make_interval(days => $3), ends_at + make_interval(days => $3)
         FROM event_date WHERE event_id = $1`,
      [eventId, made?.id, at + 1],
    );
    ids.set(name, made?.id ?? 0);
  }
  return { eventId, caller, named: (name: string) => ids.get(name) };
}

test("finds events by the town, the region and the country of their venue, also after the venue has moved", async () => {
  const { eventId, caller } = await putOnSale(db);
  const move = (address: object) =>
    db.query(`UPDATE venue SET address = $2 WHERE account_id = $1`, [caller.account.id, address]);
  await move({ streetAddress1: "9 Wharf Road", city: "Ōamaru", state: "Otago", country: "New Zealand" });
  for (const words of ["oamaru", "OTAGO", "new zealand", "hall oamaru", "oamuru"])
    assert.deepEqual(await found(db, caller, words), [eventId], words);
  for (const words of ["lyttelton", "wharf"]) assert.deepEqual(await found(db, caller, words), [], words);
  await move({ city: "Lyttelton" });
  assert.deepEqual(await found(db, caller, "lyttelton"), [eventId]);
  assert.deepEqual(await found(db, caller, "oamaru"), []);
});
