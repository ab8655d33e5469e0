import assert from "node:assert/strict";
import test from "node:test";
import type { Log } from "#src/platform/domain/log.ts";
import { inBatch, inRequest } from "#src/platform/domain/request-context.ts";
import type { Db } from "#src/platform/store/db.ts";
import { asking, BUYER, openShop, signedIn } from "#test/test-app.ts";

const ID = "0af7651916cd43dd8448eb211c80319c";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const lines: { level: string; event: string; [field: string]: unknown }[] = [];
const log: Log = (level, event, fields = {}) => void lines.push({ level, event, ...fields });
const { app, db, shop, reserved, close } = await openShop({ log });
test.after(close);

/**
 * Returns the activity of the backend that waits for a lock: what it runs, and under which name. PostgreSQL reads the name before
 * it reads whether the backend waits, so the name is right when the backend has been seen to wait before.
 */
async function waiting(isOver: () => boolean): Promise<{ readonly name: string; readonly query: string }> {
  let seen: number | undefined;
  while (!isOver()) {
    const [row] = await db.query<{ pid: number; name: string; query: string }>(
      `SELECT pid, application_name AS name, query FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    if (row && row.pid === seen) return row;
    seen = row?.pid;
    await new Promise(setImmediate);
  }
  throw new Error("Nothing has waited for a lock.");
}

/** Runs `work` while another transaction locks the rows of this statement, and returns what pg_stat_activity shows meanwhile. */
async function whileLocked(statement: string, work: (db: Db) => Promise<unknown>) {
  const { promise: seen, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: reportLocked } = Promise.withResolvers<void>();
  const holder = db.transaction(async (tx) => {
    await tx.query(statement);
    reportLocked();
    await seen;
  });
  await locked;
  let isOver = false;
  const worked = work(db).finally(() => {
    isOver = true;
  });
  try {
    return await waiting(() => isOver);
  } finally {
    release();
    await Promise.all([holder, worked]);
  }
}

test("pg_stat_activity shows the id of the request whose prepared statement waits for a lock", async () => {
  const { cart } = await reserved();
  const shown = await whileLocked("SELECT FROM sale FOR UPDATE", () =>
    shop("POST", `/cart/${cart}/lock`, BUYER, { "x-request-id": ID }),
  );
  assert.equal(shown.name, `foyer ${ID}`);
});

test("a statement outside of a transaction has the id in a comment", async () => {
  const shown = await whileLocked("SELECT FROM venue FOR UPDATE", (pool) =>
    inRequest({ request: ID }, () => pool.query("SELECT id FROM venue FOR UPDATE")),
  );
  assert.equal(shown.query, `/* request ${ID} */ SELECT id FROM venue FOR UPDATE`);
});

test("the name ends with the transaction, and background work has no request", async () => {
  const name = (tx: Db) => tx.query<{ name: string }>("SELECT current_setting('application_name') AS name");
  const context = { request: ID };
  assert.deepEqual(await inRequest(context, () => db.transaction(name)), [{ name: `foyer ${ID}` }]);
  assert.deepEqual(await db.transaction(name), [{ name: "foyer" }]);
  const three = inBatch("batch", [undefined, context, { request: "x".repeat(16) }], () => db.transaction(name));
  assert.deepEqual(await three, [{ name: `foyer ${ID} and 2 more` }]);
  assert.deepEqual(await inBatch("batch", [undefined], () => db.transaction(name)), [{ name: "foyer" }]);
});

test("nothing of a context can end a comment or a text of SQL", async () => {
  const forged = { request: "x' */ SELECT 1; --" };
  assert.deepEqual(await inRequest(forged, () => db.query("SELECT 1 AS one")), [{ one: 1 }]);
  assert.deepEqual(await inRequest(forged, () => db.transaction((tx) => tx.query("SELECT 1 AS one"))), [{ one: 1 }]);
});

test("a call is logged by its route with the caller's request id, and a malformed id is replaced", async () => {
  const { key } = await reserved();
  lines.length = 0;
  await shop("GET", `/reservation/${key}.json`, undefined, { "x-request-id": ID });
  await shop("GET", "/reservation/ABCDEFGHJK.json", undefined, { "x-request-id": "x' */" });
  await asking(app, "shop", "a wrong password")("GET", "/cart/ABCDEFGHJK.json");
  const [found, missing, refused] = lines;
  assert.deepEqual(
    { ...found, ms: 0 },
    {
      // One that took a second is logged whatever its answer.
      level: Number(found?.ms) < 1_000 ? "debug" : "info",
      event: "A call was answered.",
      request: ID,
      call: "GET /v2/reservation/:key",
      status: 200,
      ms: 0,
    },
  );
  assert.deepEqual([missing?.level, missing?.status, missing?.call], ["info", 404, "GET /v2/reservation/:key"]);
  assert.match(String(missing?.request), UUID);
  assert.deepEqual([refused?.level, refused?.status], ["info", 401]);
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${key}|ABCDEFGHJK|Basic|${signedIn("shop")}`));
});
