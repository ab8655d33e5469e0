import assert from "node:assert/strict";
import test from "node:test";
import { listEvents } from "#src/catalogue/use-cases/event-lists.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { wordsOf } from "#src/platform/http/list-query.ts";
import { type Db, openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { putOnSale } from "#test/buying.ts";
import { PATIENT, testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const { db, url, drop } = await testDatabase();
const inC = await databaseInC();
test.after(drop);

/** Creates a database with the C locale, which knows only ASCII letters. */
async function databaseInC(): Promise<Db> {
  const [self] = await db.query<{ name: string }>("SELECT current_database() AS name");
  const name = `${self?.name}_c`;
  await db.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`);
  const made = openPool(url.replace(self?.name ?? "", name), 2, PATIENT);
  test.after(async () => {
    await made.close();
    await db.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  await migrate(made);
  return made;
}

async function found(where: Db, caller: Caller, words: string) {
  const search = { words: wordsOf(words), page: 1, pageSize: 10, everything: false };
  return (await listEvents(testRuntime(where), caller, search)).things.map(({ id }) => id);
}

test("ignores accents and case in any locale of the database, and matches LIKE wildcards literally", async () => {
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
});

/** Names in the scripts of the world, and what somebody types who is wrong by a letter. */
const NEARLY: readonly (readonly [name: string, ...typed: string[]])[] = [
  ["Ночь музыки", "музики", "НОЧ МУЗЫКИ", "мзуыки"],
  ["Ηλέκτρα", "Ηλεκτα", "ηλεκρτα"],
  ["مهرجان الموسيقى", "مهرجن", "الموسيقا", "مهـرجن"],
  ["جشنواره‌ها", "جشنوارها", "جشنواره ها"],
  ["תזמורת ירושלים", "תזמרת", "ירושליים"],
  ["Հայաստան", "ՀԱՅԱՍՏԱՆ", "հայստան"],
  ["Əliağa Vahid", "ƏLİAĞA", "əliyağa"],
  ["संगीत समारोह", "संगित", "समरोह"],
  ["오페라의 유령", "오패라"],
  // Inside of a longer word the errors are in one part of what was typed, or in two; only of the first three words are they found.
  [
    "東京交響楽団定期演奏会",
    "東京交響楽段",
    "定期演秦会",
    "定其演奏",
    "京交馨楽団定期寅",
    "京文響楽団走期演",
    "定其演 定其演 定其演",
  ],
  ["红楼梦", "红楼孟"],
  ["เทศกาลดนตรี", "เทศกานดนตรี"],
  ["ქართული ცეკვა", "ქართლი"],
  ["Weihnachtskonzert", "weinachtskonzert", "weihnahcts", "KONZERT"],
  // Words of the same scripts, and those with too many wrong letters.
  [
    "",
    "Зимний",
    "мозыка",
    "Ηρακλης",
    "الشتاء",
    "冬物語",
    "春之祭",
    "京文馨楽団定期寅",
    "定其演 定其演 定其演 定其演",
    "winter",
    "wiehnahctskonzret",
  ],
];

/** Signs inside of a word, as one may write what another writes without. */
const JOINED: readonly (readonly [typed: string, ...names: string[]])[] = [
  ...["acdc", "AC/DC", "ac-dc"].map((typed) => [typed, "AC/DC Night", "ACDC Tribute"] as const),
  ["acdcc", "AC/DC Night", "ACDC Tribute"],
  ["acbd"],
  ...["247", "24/7", "24-7", "٢٤/٧"].map((typed) => [typed, "Open 24/7", "247 Club"] as const),
  ["248"],
  ["hip-hop", "Hip Hop Jam", "Hip-Hop Ball"],
  ["hiphop", "Hip-Hop Ball"],
  ...["rem", "r.e.m."].map((typed) => [typed, "R.E.M."] as const),
];

test("finds nearly right words in every script, and words with and without their signs, in any locale of the database", async () => {
  for (const where of [db, inC]) {
    const nearly = await severalNamed(
      NEARLY.flatMap(([name]) => name || []),
      where,
    );
    for (const [name, ...typed] of NEARLY)
      for (const words of typed)
        assert.deepEqual(await found(where, nearly.caller, words), [nearly.named(name) ?? []].flat(), words);
    const joined = await severalNamed(
      ["AC/DC Night", "ACDC Tribute", "Open 24/7", "247 Club", "Hip Hop Jam", "Hip-Hop Ball", "R.E.M."],
      where,
    );
    for (const [words, ...names] of JOINED)
      assert.deepEqual(await found(where, joined.caller, words), names.map(joined.named), words);
  }
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
async function severalNamed([first = "", ...others]: readonly string[], where: Db = db) {
  const { eventId, caller } = await putOnSale(where);
  await where.query(`UPDATE event SET name = $2 WHERE id = $1`, [eventId, first]);
  const ids = new Map([[first, eventId]]);
  for (const [at, name] of others.entries()) {
    const [made] = await where.query<{ id: number }>(
      `INSERT INTO event (account_id, venue_id, venue_configuration_id, currency, name, published)
       SELECT account_id, venue_id, venue_configuration_id, currency, $2, true FROM event WHERE id = $1 RETURNING id`,
      [eventId, name],
    );
    await where.query(
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
