import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type EmbeddedPostgres, startPostgres } from "./supervisor.ts";
import { ask, folder, throwaway } from "./test-folders.ts";

const supervisorProgram = fileURLToPath(new URL("./main.ts", import.meta.url));
const isRoot = process.getuid?.() === 0;

test("listens on a Unix socket alone, requires its password, and ends when stopped", async () => {
  const server = await startPostgres(folder(), throwaway);

  assert.deepEqual(await ask(server.url, "SHOW listen_addresses"), [{ listen_addresses: "" }]);
  await assert.rejects(ask(server.url.replace(/:[0-9a-f]{48}@/, ":guess@"), "SELECT 1"), { code: "28P01" });

  await server.stop();
  assert.ok(!isAlive(server.pid));
});

test("a killed supervisor leaves the server running, and the next start adopts it with its data", async () => {
  const data = folder();
  const first = await startSupervisor(data);
  await ask(first.url, "CREATE TABLE sold (ticket int)");
  await ask(first.url, "INSERT INTO sold VALUES (1), (2)");
  first.process.kill("SIGKILL");
  await once(first.process, "exit");

  const second = await startPostgres(data, throwaway);

  assert.equal(second.adopted, true);
  assert.deepEqual(await ask(second.url, "SELECT ticket FROM sold ORDER BY 1"), [{ ticket: 1 }, { ticket: 2 }]);
  await second.stop();
  assert.ok(!isAlive(second.pid));
});

test("a supervisor stops its server when its parent ends", async () => {
  const data = folder();
  const { process: child } = await startSupervisor(data);
  child.stdin.end();
  await once(child, "exit");

  const next = await startPostgres(data, throwaway);
  assert.equal(next.adopted, false);
  await next.stop();
});

test("P32: starts after a server was killed, and recovers committed data", async () => {
  const data = folder();
  const first = await startPostgres(data, throwaway);
  await ask(first.url, "CREATE TABLE sold (ticket int)");
  process.kill(first.pid, "SIGKILL");
  await first.lost;

  const second = await startPostgres(data, throwaway);

  assert.equal(second.adopted, false);
  assert.deepEqual(await ask(second.url, "SELECT count(*)::int FROM sold"), [{ count: 0 }]);
  await second.stop();
});

test("reports the first error of a server that does not start", async () => {
  const data = folder();
  await (await startPostgres(data, throwaway)).stop();
  appendFileSync(join(data, "postgres", "cluster", "postgresql.conf"), "max_connections = none\n");

  await assert.rejects(startPostgres(data, throwaway), /^Error: PostgreSQL did not start\. .*max_connections/);
});

test("ignores a lock file whose process id belongs to another program", async () => {
  const data = folder();
  await (await startPostgres(data, throwaway)).stop();
  writeFileSync(join(data, "postgres", "cluster", "postmaster.pid"), `${process.pid}\n`);
  writeFileSync(join(data, "postgres", "socket", ".s.PGSQL.5432.lock"), `${process.pid}\n`);

  const server = await startPostgres(data, throwaway);

  assert.deepEqual(await ask(server.url, "SELECT 1 AS one"), [{ one: 1 }]);
  await server.stop();
});

test("a second start joins a running server, and the last one to leave stops it", async () => {
  const data = folder();
  const first = await startPostgres(data, throwaway);
  const second = await startPostgres(data, throwaway);
  assert.equal(second.pid, first.pid);

  await first.stop();
  assert.ok(isAlive(first.pid), "the second start still uses it");
  await second.stop();
  assert.ok(!isAlive(first.pid));
});

test("two concurrent starts in an empty folder share one server", async () => {
  const data = folder();
  const [one, other] = await Promise.all([startPostgres(data, throwaway), startPostgres(data, throwaway)]);
  assert.equal(one.pid, other.pid);
  await one.stop();
  await other.stop();
  assert.ok(!isAlive(one.pid));
});

test("removes what a killed initdb left behind", async () => {
  const data = folder();
  await (await startPostgres(data, throwaway)).stop();
  rmSync(join(data, "postgres", "cluster"), { recursive: true });
  mkdirSync(join(data, "postgres", "initdb-broken", "cluster"), { recursive: true });

  const server = await startPostgres(data, throwaway);

  assert.deepEqual(readdirSync(join(data, "postgres")).sort(), ["cluster", "password", "socket"]);
  await server.stop();
});

for (const name of ["a blank and, 'both' \"quotes\"", "x".repeat(150)]) {
  test(`starts in a folder with the name ${name.slice(0, 30)}`, async () => {
    const data = join(folder(), name);
    const server = await startPostgres(data, throwaway);
    assert.deepEqual(await ask(server.url, "SELECT 1 AS one"), [{ one: 1 }]);
    await server.stop();
  });
}

test("runs as the current user, or as another one when that is root", async () => {
  const data = folder();
  const server = await startPostgres(data, throwaway);
  const { uid } = statSync(join(data, "postgres", "cluster", "postmaster.pid"));
  assert.notEqual(uid, 0);
  assert.equal(uid === process.getuid?.(), !isRoot);
  await server.stop();
});

test("starts in a data folder that is named by a symbolic link", async () => {
  const parent = folder();
  mkdirSync(join(parent, "data"), { mode: 0o711 });
  symlinkSync(join(parent, "data"), join(parent, "link"));

  const server = await startPostgres(join(parent, "link", "foyer"), throwaway);

  assert.deepEqual(await ask(server.url, "SELECT 1 AS one"), [{ one: 1 }]);
  await server.stop();
});

test("a copy of a data folder whose server runs has a database of its own", async () => {
  const parent = folder();
  const data = join(parent, "data");
  const first = await startPostgres(data, throwaway);
  await ask(first.url, "CREATE TABLE sold (ticket int)");
  const copy = join(parent, "copy");
  // Copied without its owners, the database belongs to root when root copies it.
  execFileSync("cp", ["-r", data, copy]);

  const second = await startPostgres(copy, throwaway);
  await ask(second.url, "INSERT INTO sold VALUES (1)");

  assert.notEqual(second.pid, first.pid);
  assert.ok(isAlive(first.pid));
  assert.deepEqual(await ask(first.url, "SELECT count(*)::int FROM sold"), [{ count: 0 }]);
  await second.stop();
  await first.stop();
});

async function startSupervisor(data: string) {
  const child = spawn(process.execPath, [supervisorProgram], {
    env: { ...process.env, FOYER_DATA: data },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url }: Pick<EmbeddedPostgres, "url"> = JSON.parse(String(line));
  return { process: child, url };
}

/** Returns false for a zombie, which only waits for its parent to read the exit code. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self") || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
