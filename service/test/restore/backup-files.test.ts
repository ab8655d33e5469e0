import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { testDatabase } from "#test/cluster.ts";
import { refundStage } from "#test/refunds/refund-story.ts";

// What `npm run test:full -- restore` runs as a whole, on an embedded server and without pgBackRest.

const FILES = join(import.meta.dirname, "../../../deploy/backup");

const disagreements = (db: Db) => db.query(readFileSync(join(FILES, "agree.sql"), "utf8"));

test("sales that were paid, refunded, free, reserved or have expired agree with their tickets and payments; a lost ticket or payment is found", async (t) => {
  const { db, drop } = await testDatabase();
  t.after(drop);
  const stage = await refundStage(db);
  const free = await refundStage(db, { priceMinor: 0, feeMinor: 0 });
  const { key } = await stage.sold([2]);
  await stage.refund((await stage.sold([1])).key);
  await free.sold([1]);
  await stage.holdLocked([1]);
  await stage.lapse((await stage.reserve([1])).key);
  assert.deepEqual(await disagreements(db), []);

  await db.query(
    "DELETE FROM admission WHERE id = (SELECT max(id) FROM admission WHERE sale_id = (SELECT id FROM sale WHERE key = $1))",
    [key],
  );
  const [withoutTicket, ...others] = await disagreements(db);
  assert.match(JSON.stringify(withoutTicket), /is CONFIRMED: 1 tickets for 2 places, paid for 1 times/);
  assert.deepEqual(others, []);

  await db.query(
    "UPDATE payment_attempt SET state = 'VOIDED' WHERE id = (SELECT attempt_id FROM payment_attempt_sale LIMIT 1)",
  );
  assert.ok((await disagreements(db)).some((row) => /paid for 0 times/.test(JSON.stringify(row))));
});

test("sh reads each script of the backup", () => {
  const scripts = readdirSync(FILES).filter((name) => /^foyer-|\.sh$/.test(name));
  assert.equal(scripts.length, 3);
  for (const name of scripts) {
    const { status, stderr } = spawnSync("sh", ["-n", join(FILES, name)], { encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""], name);
  }
});
