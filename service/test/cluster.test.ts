import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "#test/cluster.ts";

test("creates a migrated, empty and separate database for each test", async () => {
  const one = await testDatabase();
  const other = await testDatabase();

  await one.db.query("INSERT INTO account (name, short_name, currency) VALUES ('Playhouse', 'playhouse', 'AUD')");

  assert.equal((await one.db.query("SELECT 1 FROM account")).length, 1);
  assert.equal((await other.db.query("SELECT 1 FROM account")).length, 0);
  await one.drop();
  await other.drop();
});

test("keeps the cluster for the second test of a single file", async () => {
  const { db, drop } = await testDatabase();
  assert.deepEqual(await db.query("SELECT count(*) AS count FROM account"), [{ count: 0 }]);
  await drop();
});
