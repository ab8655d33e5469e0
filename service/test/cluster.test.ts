import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "#test/cluster.ts";

test("each test database is migrated, empty and nobody else's", async () => {
  const one = await testDatabase();
  const other = await testDatabase();

  await one.db.query("INSERT INTO account (name, short_name, currency) VALUES ('Playhouse', 'playhouse', 'AUD')");

  assert.equal((await one.db.query("SELECT 1 FROM account")).length, 1);
  assert.equal((await other.db.query("SELECT 1 FROM account")).length, 0);
  await one.drop();
  await other.drop();
});

test("a second test of a file that is run by itself finds the cluster still there", async () => {
  const { db, drop } = await testDatabase();
  assert.deepEqual(await db.query("SELECT count(*) AS count FROM account"), [{ count: 0 }]);
  await drop();
});
