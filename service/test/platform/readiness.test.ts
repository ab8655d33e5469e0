import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createApp } from "#src/app.ts";
import { openRuntime } from "#src/open-runtime.ts";
import { openProbe } from "#src/platform/store/probe.ts";
import { readSettings } from "#src/settings.ts";
import { testDatabase } from "#test/cluster.ts";
import { startRestartableCluster } from "#test/restartable-cluster.ts";
import { UNKNOWN_HOST } from "#test/unknown-host.ts";

const AGAIN_MS = 50;
const READY = { status: 200, body: { ok: true } };

/** Opens the service on a database. Returns what `/ready` answers. */
async function openReady(t: TestContext, url: string) {
  const settings = readSettings({
    FOYER_ENVIRONMENT: "sandbox",
    FOYER_DATA: "/nowhere",
    DATABASE_URL: url,
    PROCESSOR_SECRET: "a secret of the processor",
    CARD_KEY: "a key for the cards of this test's buyers",
  });
  assert.ok(typeof settings !== "string", String(settings));
  const { password = url } = partsOf(url);
  const { runtime, close } = await openRuntime(settings, () => {});
  const app = createApp(runtime);
  t.after(async () => {
    await app.close();
    await close();
  });
  return async () => {
    const answer = await app.inject("/ready");
    for (const secret of [url, password]) assert.ok(!answer.body.includes(secret), answer.body);
    return { status: answer.statusCode, body: answer.json() };
  };
}

/** Resolves with the first answer that differs from the one before: a result is kept for a moment. */
async function nextOther(ready: () => Promise<{ readonly status: number; readonly body: unknown }>, before: unknown) {
  for (;;) {
    const answer = await ready();
    try {
      assert.deepEqual(answer, before);
    } catch {
      return answer;
    }
    await pause(AGAIN_MS);
  }
}

test("a database that became read-only is not ready, and is again once it can be written to", async (t) => {
  const { db, url, drop } = await testDatabase();
  t.after(drop);
  const ready = await openReady(t, url);
  assert.deepEqual(await ready(), READY);

  const { name } = partsOf(url);
  await db.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const refused = await nextOther(ready, READY);
  assert.deepEqual(refused, {
    status: 503,
    body: { ok: false, reason: "The database is read-only: it is a standby, or default_transaction_read_only is set." },
  });

  await db.query(`SET default_transaction_read_only = off; ALTER DATABASE ${name} RESET default_transaction_read_only`);
  assert.deepEqual(await nextOther(ready, refused), READY);
});

test("many probes at once are one probe of the database, and leave nothing behind", async (t) => {
  const { db, url, drop } = await testDatabase();
  t.after(drop);
  const ready = await openReady(t, url);
  const transactions = async () => {
    const [row] = await db.query<{ count: number }>(
      "SELECT xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()",
    );
    return Number(row?.count);
  };
  const before = await transactions();
  const answers = await Promise.all(Array.from({ length: 200 }, ready));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.ok((await transactions()) - before < 10, "two hundred probes are not as many transactions");
  assert.deepEqual(await db.query("SELECT * FROM payment_try"), []);
});

test("a database that accepts connections and never answers is not ready, in bounded time", async (t) => {
  const { url, drop } = await testDatabase();
  t.after(drop);
  const cut = await startCuttable(t, url);
  const ready = await openReady(t, cut.url);
  assert.deepEqual(await ready(), READY);
  cut.freeze();
  const reason = "The database does not answer in time.";
  assert.deepEqual(await nextOther(ready, READY), { status: 503, body: { ok: false, reason } });
  cut.thaw();
  assert.deepEqual(await nextOther(ready, { status: 503, body: { ok: false, reason } }), READY);
});

test("a database whose disk is full is not ready", async (t) => {
  const disk = mkdtempSync(join(tmpdir(), "foyer-ready-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=192m", "tmpfs", disk], { stdio: "pipe" });
  } catch {
    rmSync(disk, { recursive: true });
    return t.skip("NOT RUN: a small disk for the database can be mounted by root on Linux only");
  }
  t.after(() => {
    execFileSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  const folder = join(disk, "data");
  mkdirSync(folder);
  for (const one of [disk, folder]) chmodSync(one, 0o711);
  const cluster = await startRestartableCluster({ at: folder });
  t.after(() => cluster.stop());
  const ready = await openReady(t, cluster.url());
  assert.deepEqual(await ready(), READY);

  const filler = join(disk, "filler");
  for (const chunk of [Buffer.alloc(65_536, 1), Buffer.alloc(1, 1)])
    try {
      for (;;) appendFileSync(filler, chunk);
    } catch {}
  const full = { status: 503, body: { ok: false, reason: "The disk of the database is full." } };
  assert.deepEqual(await nextOther(ready, READY), full);
  rmSync(filler);
  assert.deepEqual(await nextOther(ready, full), READY);
});

for (const [address, cause] of [
  ["127.0.0.1:9", "connection refused"],
  [UNKNOWN_HOST, "name not found"],
] as const)
  test(`says why the database is not reached, without its address: ${cause}`, async (t) => {
    const probe = openProbe(`postgres://shop:a-secret@${address}/foyer`);
    t.after(probe.close);
    assert.equal(await probe.whyNotReady(), `The database does not answer: ${cause}.`);
  });

/** Returns the parts of the address of a test's database, which listens at a socket alone. */
function partsOf(url: string) {
  const [, user, password, name, query] =
    /^postgres(?:ql)?:\/\/(\w+)(?::(\w+))?@[^/]*\/(\w+)(?:\?(.*))?$/.exec(url) ?? [];
  return { user, password, name, socketFolder: new URLSearchParams(query).get("host") ?? "" };
}

/** Starts a network link to the database that can stop to pass anything on, as a machine that has lost its power does. */
async function startCuttable(t: TestContext, url: string) {
  const { user, password, name, socketFolder } = partsOf(url);
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (isFrozen) return;
    const database = connect(join(socketFolder, ".s.PGSQL.5432"));
    sockets.add(database);
    database.on("error", () => socket.destroy());
    socket.pipe(database).pipe(socket);
    socket.on("close", () => database.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/${name}`,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause().unpipe();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}
