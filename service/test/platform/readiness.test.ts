import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createApp } from "#src/app.ts";
import { openRuntime } from "#src/open-runtime.ts";
import { readSettings } from "#src/settings.ts";
import { testDatabase } from "#test/cluster.ts";
import { freePort } from "#test/programs.ts";
import { startRestartableCluster } from "#test/restartable-cluster.ts";

const PGBOUNCER = "/usr/sbin/pgbouncer";
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

for (const [mode, expected] of [
  ["session", READY],
  [
    "transaction",
    {
      status: 503,
      body: {
        ok: false,
        reason:
          "A pooler in front of the database breaks prepared statements: connect to PostgreSQL itself, or to PgBouncer with pool_mode = session.",
      },
    },
  ],
] as const)
  test(`behind PgBouncer with pool_mode = ${mode} the service answers ${expected.status}`, async (t) => {
    if (!existsSync(PGBOUNCER)) return t.skip("NOT RUN: PgBouncer is not installed");
    const { url, drop } = await testDatabase();
    t.after(drop);
    const ready = await openReady(t, await startPgBouncer(t, url, mode));
    for (let probe = 0; probe < 3; probe += 1) {
      assert.deepEqual(await ready(), expected);
      await pause(1_100);
    }
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

/** Returns the parts of the address of a test's database, which listens at a socket alone. */
function partsOf(url: string) {
  const [, user, password, name, query] =
    /^postgres(?:ql)?:\/\/(\w+)(?::(\w+))?@[^/]*\/(\w+)(?:\?(.*))?$/.exec(url) ?? [];
  return { user, password, name, socketFolder: new URLSearchParams(query).get("host") ?? "" };
}

/** Starts Debian's PgBouncer in front of a database. Returns the address of the database behind it. */
async function startPgBouncer(t: TestContext, url: string, mode: string): Promise<string> {
  const { user, password, name, socketFolder } = partsOf(url);
  const folder = mkdtempSync(join(tmpdir(), "foyer-pgbouncer-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const listens = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${socketFolder} port=5432 user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
auth_type = any
unix_socket_dir =
pool_mode = ${mode}
default_pool_size = 20
ignore_startup_parameters = options,statement_timeout,lock_timeout
`,
  );
  // It refuses to run as root, and the socket is for the user of the database alone.
  const { uid, gid } = statSync(socketFolder);
  for (const path of [folder, file]) chownSync(path, uid, gid);
  const child = spawn(PGBOUNCER, [file], { stdio: ["ignore", "ignore", "pipe"], uid, gid });
  t.after(() => child.kill("SIGKILL"));
  let said = "";
  for await (const chunk of child.stderr.setEncoding("utf8")) {
    said += chunk;
    if (said.includes("process up")) break;
  }
  assert.match(said, /process up/);
  return `postgres://${user}@127.0.0.1:${listens}/${name}`;
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
