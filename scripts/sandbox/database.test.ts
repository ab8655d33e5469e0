import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { dataFolder } from "#scripts/launcher/data-folder.ts";
import { createProcesses } from "#scripts/lib/processes.ts";
import { startDatabase } from "./sandbox.ts";

const RUNNING_AGAIN = "The database is running again.";
const A_MINUTE_MS = 60_000;

test("P32: restarts an embedded PostgreSQL that was killed, at the same address", async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-database-"));
  // Started by root, the database runs as another user, which needs access to the folder.
  chmodSync(folder, 0o711);
  const data = await dataFolder(folder);
  const noted = new EventEmitter();
  const restart = { waitsMs: [1, 500, 5_000], stableMs: A_MINUTE_MS, note: (line: string) => noted.emit(line) };
  const processes = createProcesses({ node: process.execPath, logs: join(data, "logs"), restart });
  after(async () => {
    await processes.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { url, pid: killed } = await startDatabase(processes, data);

  const again = once(noted, RUNNING_AGAIN);
  process.kill(killed, "SIGKILL");
  await again;

  const server = serverOf(data);
  assert.notEqual(server, killed);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT 1 AS one");
  await client.end();
  assert.deepEqual(rows, [{ one: 1 }]);
});

/** Returns the process id in the server's lock file. */
function serverOf(data: string): number {
  return Number.parseInt(readFileSync(join(data, "postgres", "cluster", "postmaster.pid"), "utf8"), 10);
}
