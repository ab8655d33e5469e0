import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { findLeftDatabases, listLeftDatabases, removeLeftDatabases } from "./left-databases.ts";

const root = mkdtempSync(join(tmpdir(), "foyer-left-"));
after(() => rmSync(root, { recursive: true, force: true }));
const outside = join(root, "outside");
const [KEPT, OTHER, GONE, RUNNING] = [..."abcd"].map((letter) => letter.repeat(16)) as [string, string, string, string];

/** Makes a database with 2 MB of a data folder, last used on that day. */
function database(id: string, dataFolder: string, day: string): void {
  const control = join(outside, id, "postgres", "cluster", "global", "pg_control");
  mkdirSync(join(control, ".."), { recursive: true });
  writeFileSync(control, Buffer.alloc(2_000_000, 1));
  utimesSync(control, new Date(day), new Date(day));
  writeFileSync(join(outside, id, "data-folder"), dataFolder);
}

/** Makes a data folder that names its database. */
function dataFolder(name: string, id: string): string {
  mkdirSync(join(root, name));
  writeFileSync(join(root, name, "database-id"), id);
  return join(root, name);
}

database(KEPT, dataFolder("kept", KEPT), "2026-11-01");
database(OTHER, dataFolder("other", KEPT), "2026-11-03");
database(GONE, join(root, "gone"), "2026-11-02");
database(RUNNING, join(root, "gone-too"), "2026-11-04");
mkdirSync(join(outside, "native-18.4.0"));

test("lists the databases whose data folder is gone or has another one, with size and last use", () => {
  const left = listLeftDatabases(outside);
  assert.deepEqual(
    left.map(({ id, dataFolder, lastUsed }) => [id, dataFolder, lastUsed?.toISOString().slice(0, 10)]),
    [
      [GONE, join(root, "gone"), "2026-11-02"],
      [OTHER, join(root, "other"), "2026-11-03"],
      [RUNNING, join(root, "gone-too"), "2026-11-04"],
    ],
  );
  for (const { bytes } of left) assert.ok(bytes >= 2_000_000 && bytes < 2_200_000, `${bytes}`);
  assert.deepEqual(listLeftDatabases(join(root, "nowhere")), []);
});

test("removes those that are named, also twice, and finds none when one of them has its data folder, is unknown or runs", async () => {
  const cluster = join(outside, RUNNING, "postgres", "cluster");
  symlinkSync("/bin/sleep", join(root, "postgres"));
  const server = spawn(join(root, "postgres"), ["600"], { cwd: cluster });
  const ended = once(server, "exit");
  after(() => server.kill());
  await once(server, "spawn");
  writeFileSync(join(cluster, "postmaster.pid"), `${server.pid}\n`);

  for (const [second, why] of [
    [KEPT, /^Error: a{16} is not the id of a database that is left\.$/],
    ["../../etc", /is not the id/],
    [RUNNING, /^Error: The database d{16} is running: stop process \d+ first\.$/],
  ] as const)
    assert.throws(() => findLeftDatabases([GONE, second], outside), why);
  assert.equal(existsSync(join(outside, GONE)), true);

  server.kill();
  await ended;
  removeLeftDatabases(findLeftDatabases([GONE, RUNNING, GONE], outside), outside);
  assert.deepEqual(
    listLeftDatabases(outside).map(({ id }) => id),
    [OTHER],
  );
  assert.equal(existsSync(join(outside, KEPT)), true);
});
