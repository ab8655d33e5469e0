import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { until } from "#test/until.ts";
import { startPostgres } from "./supervisor.ts";

const isRoot = process.getuid?.() === 0;
const throwaway = { throwaway: true };

test("listens on a Unix socket alone, requires its password, does not run as root, and ends when stopped", async () => {
  const data = folder();
  const server = await startPostgres(data, throwaway);

  assert.deepEqual(await ask(server.url, "SHOW listen_addresses"), [{ listen_addresses: "" }]);
  await assert.rejects(ask(server.url.replace(/:[0-9a-f]{48}@/, ":guess@"), "SELECT 1"), { code: "28P01" });
  const { uid } = statSync(join(data, "postgres", "cluster", "postmaster.pid"));
  assert.notEqual(uid, 0);
  assert.equal(uid === process.getuid?.(), !isRoot);

  await server.stop();
  assert.throws(() => process.kill(server.pid, 0));
});

test("the next start replaces the server of a killed one, and its data is kept", async () => {
  const data = folder();
  const program = fileURLToPath(new URL("./main.ts", import.meta.url));
  const env = { ...process.env, FOYER_DATA: data };
  const first = spawn(process.execPath, [program], { env, stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: first.stdout }), "line");
  const { url, pid } = JSON.parse(String(line));
  await ask(url, "CREATE TABLE sold (ticket int)");
  await ask(url, "INSERT INTO sold VALUES (1), (2)");
  first.kill("SIGKILL");
  await once(first, "exit");
  process.kill(pid, 0);

  const second = await startPostgres(data, throwaway);

  assert.equal(second.url, url);
  assert.notEqual(second.pid, pid);
  assert.deepEqual(await ask(second.url, "SELECT ticket FROM sold ORDER BY 1"), [{ ticket: 1 }, { ticket: 2 }]);
  await second.stop();
});

test("P32: starts after a server was killed, and recovers committed data", async () => {
  const data = folder();
  const first = await startPostgres(data, throwaway);
  await ask(first.url, "CREATE TABLE sold (ticket int)");
  process.kill(first.pid, "SIGKILL");
  await first.lost;

  const second = await startPostgres(data, throwaway);

  assert.deepEqual(await ask(second.url, "SELECT count(*)::int FROM sold"), [{ count: 0 }]);
  await second.stop();
});

test("P32: starts once the processes of a killed server have ended", async () => {
  const data = folder();
  const first = await startPostgres(data, throwaway);
  const children = childrenOf(first.pid);
  for (const child of children) process.kill(child, "SIGSTOP");
  process.kill(first.pid, "SIGKILL");
  await first.lost;

  const second = startPostgres(data, throwaway);
  const log = join(data, "logs", "postgres.log");
  await until("a start is refused", () => readFileSync(log, "utf8").includes("is still in use"));
  for (const child of children) process.kill(child, "SIGKILL");

  assert.deepEqual(await ask((await second).url, "SELECT 1 AS one"), [{ one: 1 }]);
  await (await second).stop();
});

test("starts after a killed initdb, and with a lock file whose process id belongs to another program", async () => {
  const data = folder();
  await (await startPostgres(data, throwaway)).stop();
  rmSync(join(data, "postgres", "cluster"), { recursive: true });
  mkdirSync(join(data, "postgres", "initdb-broken", "cluster"), { recursive: true });
  await (await startPostgres(data, throwaway)).stop();
  assert.deepEqual(readdirSync(join(data, "postgres")).sort(), ["cluster", "password", "socket"]);
  writeFileSync(join(data, "postgres", "cluster", "postmaster.pid"), `${process.pid}\n`);
  writeFileSync(join(data, "postgres", "socket", ".s.PGSQL.5432.lock"), `${process.pid}\n`);

  const server = await startPostgres(data, throwaway);

  assert.deepEqual(await ask(server.url, "SELECT 1 AS one"), [{ one: 1 }]);
  await server.stop();
});

test("reports the first error of a server that does not start", async () => {
  const data = folder();
  await (await startPostgres(data, throwaway)).stop();
  appendFileSync(join(data, "postgres", "cluster", "postgresql.conf"), "max_connections = none\n");

  await assert.rejects(startPostgres(data, throwaway), /^Error: PostgreSQL did not start\. .*max_connections/);
});

for (const name of ["a blank and, 'both' \"quotes\"", "x".repeat(150)]) {
  test(`starts in a folder with the name ${name.slice(0, 30)}, also by a symbolic link`, async () => {
    const parent = folder();
    mkdirSync(join(parent, name), { mode: 0o711 });
    symlinkSync(join(parent, name), join(parent, "link"));
    const server = await startPostgres(join(parent, "link", "foyer"), throwaway);
    assert.deepEqual(await ask(server.url, "SELECT 1 AS one"), [{ one: 1 }]);
    await server.stop();
  });
}

// Only when started by root does the server run as another user, which may lack access to the folder.
if (isRoot) {
  test("as root, keeps the database of an inaccessible data folder elsewhere, and gives a copy of the folder another", async () => {
    const data = join(folder(), "data");
    const [moved, copy] = [`${data}-moved`, `${data}-copy`];
    chmodSync(dirname(data), 0o700);
    const start = async (at: string) => {
      const notes: string[] = [];
      const server = await startPostgres(at, { ...throwaway, note: (line) => notes.push(line) });
      const [, outside] = /is in (\/var\/lib\/foyer\/[0-9a-f]{16})\/postgres\./.exec(notes.join()) ?? [];
      assert.ok(outside, notes.join());
      after(() => rmSync(outside, { recursive: true, force: true }));
      return { ...server, notes };
    };
    const first = await start(data);
    await ask(first.url, "CREATE TABLE sold (ticket int)");
    await first.stop();
    renameSync(data, moved);
    execFileSync("cp", ["-r", moved, copy]);

    const second = await start(moved);
    assert.deepEqual(await ask(second.url, "SELECT count(*)::int FROM sold"), [{ count: 0 }]);
    const copied = await start(copy);
    await assert.rejects(ask(copied.url, "SELECT FROM sold"), { code: "42P01" });
    assert.ok(copied.notes.some((line) => line.includes("which keeps its database")));
    await second.stop();
    await copied.stop();
  });
}

/** Creates a folder with a short path, for the socket, that the server's user can access. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "foyer-pg-"));
  chmodSync(made, 0o711);
  after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Returns the process ids of a server's processes. */
function childrenOf(pid: number): readonly number[] {
  return execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .trim()
    .split(/\s+/)
    .map(Number);
}

/** Returns the rows that a statement returns. */
async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
