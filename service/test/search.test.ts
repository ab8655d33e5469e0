import assert from "node:assert/strict";
import test from "node:test";
import { openPool } from "#src/store/db.ts";
import { migrate } from "#src/store/migrate.ts";
import { searchEvents } from "#src/store/search-events.ts";
import { testDatabase } from "#test/cluster.ts";
import { putOnSale } from "#test/on-sale.ts";
import { PATIENT } from "#test/patience.ts";

const { db, url, drop } = await testDatabase();
test.after(drop);

/** A database as `initdb --locale=C` makes it, which takes no letter but those of ASCII for one. */
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

test("words are found whatever locale the database was made in, and signs are only signs", async () => {
  const { inC, close } = await databaseInC();
  for (const where of [db, inC]) {
    const { eventId, caller } = await putOnSale(where);
    await where.query(`UPDATE event SET name = 'Ōtepoti Nights (100 %)', description = '能と狂言' WHERE id = $1`, [
      eventId,
    ]);
    const found = async (words: string) =>
      (await searchEvents(where, caller.account.id, { words, page: 1, pageSize: 10, everything: false })).ids;
    for (const words of ["ōTEPOTI", "Ōtepoti", "NIGHTS (100 %)", "能と", "hall", ""]) {
      assert.deepEqual(await found(words), [eventId], words);
    }
    for (const words of [".", "otepoti", "***", "(?i)hall", "[", "\\", "night$", "%%"]) {
      assert.deepEqual(await found(words), [], words);
    }
  }
  await close();
});
