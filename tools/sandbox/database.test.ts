import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { dataFolder } from "#tools/launcher/data-folder.ts";
import { createProcesses } from "#tools/lib/processes.ts";
import { startDatabase } from "./start-database.ts";

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
  const { url, pid, adopted } = await startDatabase(processes, data);
  assert.equal(adopted, false);
  const killed = serverOf(data);

  const again = once(noted, RUNNING_AGAIN);
  process.kill(killed, "SIGKILL");
  await again;

  assert.notEqual(serverOf(data), killed);
  const second = createProcesses({ node: process.execPath, logs: join(data, "logs") });
  const joined = await startDatabase(second, data);
  await second.stop();
  assert.equal(killed, pid);
  assert.deepEqual(joined, { url, pid: serverOf(data), adopted: true, notes: [] });
});

/** Returns the process id in the server's lock file. */
function serverOf(data: string): number {
  return Number.parseInt(readFileSync(join(data, "postgres", "cluster", "postmaster.pid"), "utf8"), 10);
}
