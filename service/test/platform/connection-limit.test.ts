import assert from "node:assert/strict";
import { test } from "node:test";
import { tooFewConnections } from "#src/platform/store/connection-limit.ts";
import { testDatabase } from "#test/cluster.ts";

test("names the setting and both numbers when the database has fewer connections than a service and a worker need", async (t) => {
  const { db, drop } = await testDatabase();
  t.after(drop);
  assert.equal(await tooFewConnections(db), undefined, "PostgreSQL's default is enough");

  const [row] = await db.query<{ name: string }>("SELECT current_database() AS name");
  await db.query(`ALTER DATABASE ${row?.name} CONNECTION LIMIT 39`);
  assert.equal(await tooFewConnections(db), undefined);
  await db.query(`ALTER DATABASE ${row?.name} CONNECTION LIMIT 38`);
  assert.deepEqual(await tooFewConnections(db), { setting: "datconnlimit", connections: 38, needed: 39 });
});
