import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { testDatabase } from "#test/cluster.ts";

/** The start of a cluster takes three seconds on an idle machine. */
const ENDS_MS = 120_000;

test("creates a migrated, empty and separate database for each test", async () => {
  const one = await testDatabase();
  const other = await testDatabase();

  await one.db.query("INSERT INTO account (name, short_name, currency) VALUES ('Playhouse', 'playhouse', 'AUD')");

  assert.equal((await one.db.query("SELECT 1 FROM account")).length, 1);
  assert.equal((await other.db.query("SELECT 1 FROM account")).length, 0);
  await one.drop();
  await other.drop();
});

test("keeps the cluster for the second test of a file", async () => {
  const { db, drop } = await testDatabase();
  assert.deepEqual(await db.query("SELECT count(*) AS count FROM account"), [{ count: 0 }]);
  await drop();
});

test("starts a cluster for a file that runs by itself, and lets its hooks drop its databases before the end", async () => {
  const file = `
    import test from "node:test";
    import { testDatabase } from "#test/cluster.ts";
    const { db, drop } = await testDatabase();
    test.after(drop);
    test("reads", () => db.query("SELECT 1 FROM account"));`;
  const { FOYER_TEST_CLUSTER: _cluster, TEST_DATABASE_URL: _given, NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const options = { env, cwd: fileURLToPath(new URL("..", import.meta.url)), timeout: ENDS_MS };
  const parameters = ["--test-reporter=tap", "--input-type=module", "--eval", file];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, options);
  // A hook that fails does not change the exit code.
  assert.match(stdout, /^ok 1 - reads$/m);
  assert.doesNotMatch(stdout, /^not ok/m);
});
