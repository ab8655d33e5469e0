import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openPool, type Pool } from "#src/platform/store/db.ts";
import { addressesOf } from "#src/platform/store/hosts.ts";
import { shareSessions } from "#src/platform/store/session-pooling.ts";
import { testDatabase } from "#test/cluster.ts";

const SHOP = "postgres://shop:w%40rd@";

for (const [given, expected] of [
  [`${SHOP}one/tickets`, [`${SHOP}one/tickets`]],
  [
    `${SHOP}one:5433,two/tickets?sslmode=verify-full`,
    [`${SHOP}one:5433/tickets?sslmode=verify-full`, `${SHOP}two/tickets?sslmode=verify-full`],
  ],
  [`${SHOP}/tickets?host=/run/a,/run/b`, [`${SHOP}/tickets?host=%2Frun%2Fa`, `${SHOP}/tickets?host=%2Frun%2Fb`]],
  [`${SHOP}/t?host=%2Fa%2Cdb&port=1,2`, [`${SHOP}/t?host=%2Fa&port=1`, `${SHOP}/t?host=db&port=2`]],
  [`${SHOP}/t?host=a,b&port=7`, [`${SHOP}/t?host=a&port=7`, `${SHOP}/t?host=b&port=7`]],
  ["postgres://[::1]:1,[::1]:2/t", ["postgres://[::1]:1/t", "postgres://[::1]:2/t"]],
] as const)
  test(`the hosts of ${given}`, () => assert.deepEqual(addressesOf(given), expected));

/** A database with a table, which can be made to refuse writes, as a server does that has become a standby. */
async function openSwitchable(t: TestContext) {
  const { db, url, drop } = await testDatabase();
  t.after(drop);
  await db.query("CREATE TABLE kept (what text)");
  const [named] = await db.query<{ name: string }>("SELECT current_database() AS name");
  return {
    db,
    url,
    /** Connections that are opened from now on may write or not. */
    makeReadOnly: (isReadOnly: boolean) =>
      db.query(
        `SET default_transaction_read_only = off; ALTER DATABASE ${named?.name} SET default_transaction_read_only = ${isReadOnly}`,
      ),
    kept: async () => (await db.query("SELECT what FROM kept")).map(({ what }) => what),
    /** Ends the connections of others as a server that stops does. */
    endOthers: (which = "true") =>
      db.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
      ),
    /** Waits until another connection runs such a statement. */
    async untilRuns(which: string): Promise<void> {
      const found = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`;
      while ((await db.query(found)).length === 0) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function opened(t: TestContext, url: string): Pool {
  const pool = openPool(url, 2);
  t.after(() => pool.close());
  return pool;
}

const WRITES: Readonly<Record<string, (pool: Pool) => Promise<unknown>>> = {
  "a statement": (pool) => pool.query("INSERT INTO kept VALUES ('once')"),
  "a prepared statement": (pool) => pool.prepared("keep", "INSERT INTO kept VALUES ($1)", ["once"]),
  "a transaction": (pool) =>
    pool.transaction(async (tx) => {
      await tx.query("SELECT 1");
      await tx.query("INSERT INTO kept VALUES ('once')");
    }),
};

for (const [name, write] of Object.entries(WRITES))
  test(`${name} that is refused since the server only reads is done once, on a new connection`, async (t) => {
    const { url, makeReadOnly, kept } = await openSwitchable(t);
    await makeReadOnly(true);
    const pool = opened(t, url);
    // Either of two connections would refuse again.
    await Promise.all([pool.query("SELECT pg_sleep(0.01)"), pool.query("SELECT pg_sleep(0.01)")]);
    assert.equal(pool.connections().total, 2);
    await makeReadOnly(false);
    await write(pool);
    assert.deepEqual(await kept(), ["once"]);

    await makeReadOnly(true);
    const another = opened(t, url);
    await assert.rejects(write(another), { code: "25006" }, "tried once more, not for ever");
    assert.deepEqual(await another.query("SELECT what FROM kept"), [{ what: "once" }], "reads go on");
  });

test("a transaction whose connection ends before the commit is done once more, and no caller sees it", async (t) => {
  const { url, kept, endOthers } = await openSwitchable(t);
  let tries = 0;
  const result = await opened(t, url).transaction(async (tx) => {
    tries += 1;
    await tx.query("INSERT INTO kept VALUES ($1)", [`try ${tries}`]);
    if (tries === 1) await endOthers();
    return tries;
  });
  assert.equal(result, 2);
  assert.deepEqual(await kept(), ["try 2"]);
});

test("a commit and a lone write that got no answer are never done again, since they may have been done; a read is", async (t) => {
  const { db, url, kept, endOthers, untilRuns } = await openSwitchable(t);
  await db.query(`CREATE FUNCTION wait_long() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON kept DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_long();
    CREATE TABLE slow AS SELECT 1`);
  const pool = opened(t, url);
  const cutOff = async () => {
    await untilRuns("wait_event = 'PgSleep'");
    await db.query("DELETE FROM slow");
    await endOthers("wait_event = 'PgSleep'");
  };
  let tries = 0;
  const committing = pool.transaction(async (tx) => {
    tries += 1;
    await tx.query("INSERT INTO kept VALUES ('in a transaction')");
  });
  await Promise.all([assert.rejects(committing, { code: "57P01" }), cutOff()]);
  assert.equal(tries, 1);

  const alone = pool.query("INSERT INTO kept VALUES ('alone')");
  await Promise.all([assert.rejects(alone, { code: "57P01" }), cutOff()]);
  assert.deepEqual(await kept(), []);

  await db.query("INSERT INTO slow VALUES (1)");
  const [read] = await Promise.all([pool.query("SELECT pg_sleep(60) FROM slow"), cutOff()]);
  assert.deepEqual(read, []);
});

/** Returns the address with these folders of sockets as its hosts. */
function withHosts(url: string, hosts: (folder: string) => readonly string[]): string {
  const folder = new URLSearchParams(url.split("?")[1]).get("host") ?? "";
  return url.replace(/host=[^&]+/, `host=${encodeURIComponent(hosts(folder).join(","))}`);
}

test("of several hosts the one that can be written to is found, past one that is gone", async (t) => {
  const { url, kept } = await openSwitchable(t);
  const pool = opened(
    t,
    withHosts(url, (folder) => [join(folder, "nothing"), folder]),
  );
  await pool.query("INSERT INTO kept VALUES ('found')");
  assert.deepEqual(await kept(), ["found"]);
});

test("while none of several hosts can be written to, callers wait for the one that takes its place", async (t) => {
  const { url, makeReadOnly, kept, endOthers, untilRuns } = await openSwitchable(t);
  const pool = opened(
    t,
    withHosts(url, (folder) => [folder, folder]),
  );
  await pool.query("INSERT INTO kept VALUES ('before')");
  await makeReadOnly(true);
  await endOthers();
  const waiting = Promise.all(Array.from({ length: 5 }, () => pool.query("INSERT INTO kept VALUES ('waited')")));
  await Promise.race([untilRuns("query LIKE '%transaction_read_only%'"), waiting]);
  await makeReadOnly(false);
  await waiting;
  assert.deepEqual(await kept(), ["before", ...Array(5).fill("waited")]);
});

test("connections with sessions of their own are told from those that a pooler lends by the transaction", async (t) => {
  const { db, drop } = await testDatabase();
  t.after(drop);
  const [own, lent] = await db.session((one) =>
    db.session(async (other) => [await shareSessions(one, other), await shareSessions(one, one)]),
  );
  assert.deepEqual([own, lent], [false, true]);
});
