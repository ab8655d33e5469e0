import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { openPool, type Pool } from "#src/platform/store/db.ts";
import { type Migration, migrate, releasedMigrations } from "#src/platform/store/migrate.ts";
import { answerType, buying, putOnSale } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const COLUMN: Migration = { name: "9998_column.sql", text: "ALTER TABLE sale ADD COLUMN later text" };
const INDEX: Migration = {
  name: "9999_index.sql",
  text: "-- While rows are written.\nCREATE INDEX CONCURRENTLY sale_later ON sale (user_id);\n",
};
/** Shorter than shipped, so that the tests are. The sales have the shipped timeouts. */
const PATIENCE = { lockMs: 400, pauseMs: 50, totalMs: 60_000 };

/** Opens a shop whose connections have the shipped timeouts and have planned the statements of a purchase. */
async function openShop(t: TestContext) {
  const { db, url, drop } = await testDatabase();
  const pool = openPool(url);
  t.after(async () => {
    await pool.close();
    await drop();
  });
  const { holdLocked, pay } = buying(testRuntime(pool), await putOnSale(pool, { sections: [1_000] }));
  const buy = async () => {
    const { cartKey } = await holdLocked([1]);
    assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
  };
  for (let warm = 0; warm < 6; warm += 1) await buy();
  return { db, pool, url, buy };
}

/** Keeps a transaction with one statement open, in a connection that the end of the database closes. */
async function keepOpen(url: string, text: string) {
  const client = new pg.Client({ connectionString: url, application_name: "a report" });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  await client.query("BEGIN");
  await client.query(text);
  return { pid: Number(rows[0]?.pid), commit: () => client.query("COMMIT") };
}

const hasColumn = async (db: Pool) =>
  (await db.query("SELECT FROM information_schema.columns WHERE table_name = 'sale' AND column_name = 'later'")).length;

test("an open SELECT beside a migration stops no sale, the migration ends after it, and what sold before goes on selling", async (t) => {
  const { db, pool, url, buy } = await openShop(t);
  const reader = await keepOpen(url, "SELECT count(*) FROM sale");
  const waits: string[] = [];
  const migrated = migrate(db, [...releasedMigrations(), COLUMN], {
    patience: PATIENCE,
    note: (line) => waits.push(line),
  });
  // A sale that waited for longer than three seconds would be refused.
  let bought = 0;
  while (waits.length < 4 || bought < 4) {
    await buy();
    bought += 1;
  }
  assert.equal(await hasColumn(db), 0);
  assert.match(waits[0] ?? "", new RegExp(`^9998_column\\.sql waits .* process ${reader.pid} \\(a report.*SELECT`));

  await reader.commit();
  assert.deepEqual(await migrated, [COLUMN.name]);
  assert.equal(await hasColumn(db), 1);
  for (let more = 0; more < 4; more += 1) await buy();
  assert.equal((await pool.query("SELECT FROM sale WHERE status = 'CONFIRMED'")).length, 6 + bought + 4);
});

test("a migration whose time is over says which process is in its way and how to end it, and has changed nothing", async (t) => {
  const { db, url, buy } = await openShop(t);
  const reader = await keepOpen(url, "SELECT count(*) FROM sale");
  await assert.rejects(migrate(db, [...releasedMigrations(), COLUMN], { patience: { ...PATIENCE, totalMs: 0 } }), {
    message: new RegExp(
      `^9998_column\\.sql waits for other transactions: process ${reader.pid} \\(a report, for 0 min\\): SELECT .+\\. ` +
        `End it, or wait: SELECT pg_terminate_backend\\(${reader.pid}\\)$`,
    ),
  });
  assert.equal(await hasColumn(db), 0);
  await buy();
  await reader.commit();
  assert.deepEqual(await migrate(db, [...releasedMigrations(), COLUMN]), [COLUMN.name]);
});

test("an index is built while a sale is open and others are made; one that an earlier try left is built anew", async (t) => {
  const { db, url, buy } = await openShop(t);
  await assert.rejects(db.query("CREATE UNIQUE INDEX CONCURRENTLY sale_later ON sale (user_id)"), { code: "23505" });
  const isValid = async () =>
    (await db.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('sale_later')"))[0]?.indisvalid;
  assert.equal(await isValid(), false);

  const seller = await keepOpen(url, "UPDATE sale SET mail_held = mail_held");
  const migrated = migrate(db, [...releasedMigrations(), INDEX]);
  const isWaiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND query ~ '^(CREATE|DROP) INDEX CONC' AND wait_event_type = 'Lock'`;
  while ((await db.query(isWaiting)).length === 0) await new Promise((resolve) => setImmediate(resolve));
  await buy();
  await seller.commit();
  assert.deepEqual(await migrated, [INDEX.name]);
  assert.equal(await isValid(), true);
  assert.deepEqual(await migrate(db, [...releasedMigrations(), INDEX]), []);
});

test("two processes that start together build one index", async (t) => {
  const { db } = await openShop(t);
  const all = [...releasedMigrations(), COLUMN, INDEX];
  const applied = await Promise.all([migrate(db, all), migrate(db, all)]);
  assert.deepEqual(applied.map(({ length }) => length).sort(), [0, 2]);
});
