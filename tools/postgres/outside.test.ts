import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { startPostgres } from "./supervisor.ts";
import { ask, folder, throwaway } from "./test-folders.ts";

// Only when started by root does the server run as another user, which may lack access to the folder.
if (process.getuid?.() === 0) {
  test("uses a folder outside the data folder when the server's user cannot access that, and says so", async () => {
    const data = closedFolder();
    const first = await startOutside(data);
    await ask(first.url, "CREATE TABLE sold (ticket int)");
    await first.stop();
    // The data stays where it is, also when the folder becomes readable, and under another path of the same folder.
    chmodSync(dirname(data), 0o755);
    symlinkSync(data, `${data}-link`);

    const second = await startOutside(`${data}-link`);

    assert.equal(second.outside, first.outside);
    assert.deepEqual(await ask(second.url, "SELECT count(*)::int FROM sold"), [{ count: 0 }]);
    await second.stop();
  });

  test("two concurrent starts in an empty folder share one server outside it", async () => {
    const data = closedFolder();
    const [one, other] = await Promise.all([startOutside(data), startOutside(data)]);
    assert.equal(one.pid, other.pid);
    await one.stop();
    await other.stop();
  });

  test("a new data folder where one stood before gets a new database, and the start says where the older one is", async () => {
    const data = closedFolder();
    const older = await startOutside(data);
    await ask(older.url, "CREATE TABLE sold (ticket int)");
    await older.stop();
    rmSync(data, { recursive: true });

    const newer = await startOutside(data);

    await assert.rejects(ask(newer.url, "SELECT FROM sold"), NO_TABLE);
    assert.deepEqual(newer.notes.filter(about(older)), [
      `An older database, of a former ${data}, is in ${older.outside}. Unless you moved that folder, remove the database: rm -r ${older.outside}`,
    ]);
    await newer.stop();
    rmSync(older.outside, { recursive: true });
    const again = await startOutside(data);
    assert.equal(again.outside, newer.outside);
    assert.deepEqual(again.notes.filter(about(older)), []);
    await again.stop();
  });

  test("a moved data folder keeps its database, and a new one in its place gets another", async () => {
    const data = closedFolder();
    const moved = join(closedFolder(), "moved");
    const before = await startOutside(data);
    await ask(before.url, "CREATE TABLE sold (ticket int)");
    await before.stop();
    mkdirSync(dirname(moved), { recursive: true });
    renameSync(data, moved);

    const after = await startOutside(moved);
    const other = await startOutside(data);

    assert.equal(after.outside, before.outside);
    assert.deepEqual(await ask(after.url, "SELECT count(*)::int FROM sold"), [{ count: 0 }]);
    await assert.rejects(ask(other.url, "SELECT FROM sold"), NO_TABLE);
    assert.deepEqual([...after.notes, ...other.notes].filter(isRemedy).filter(about(after)), []);
    await after.stop();
    await other.stop();
  });

  test("a copy of a data folder gets an empty database, and the original keeps its own", async () => {
    const data = closedFolder();
    const copy = `${data}-copy`;
    const first = await startOutside(data);
    await ask(first.url, "CREATE TABLE sold (ticket int)");
    await first.stop();
    // Hard links, since a file that is changed in place would change in the original too.
    execFileSync("cp", ["-al", data, copy]);

    const [copied, original] = await Promise.all([startOutside(copy), startOutside(data)]);

    assert.equal(original.outside, first.outside);
    assert.deepEqual(await ask(original.url, "SELECT count(*)::int FROM sold"), [{ count: 0 }]);
    await assert.rejects(ask(copied.url, "SELECT FROM sold"), NO_TABLE);
    const line = `${copy} is a copy of ${data}, which keeps its database: this one gets an empty database.`;
    assert.ok(copied.notes.includes(line), copied.notes.join("\n"));
    assert.ok(!original.notes.some((other) => other.includes("is a copy")));
    assert.deepEqual([...original.notes, ...copied.notes].filter(isRemedy).filter(about(original)), []);
    await copied.stop();
    await original.stop();
  });

  test("adopts the database of a data folder from before it had an id, unless the data folder is new", async () => {
    const data = closedFolder();
    const named = join("/var/lib/foyer", createHash("sha256").update(data).digest("hex").slice(0, 16));
    after(() => rmSync(named, { recursive: true, force: true }));
    const before = await startOutside(data);
    await ask(before.url, "CREATE TABLE sold (ticket int)");
    await before.stop();
    renameSync(before.outside, named);
    rmSync(join(named, "data-folder"));
    rmSync(join(data, "database-id"));

    // Every start that succeeds leaves this file.
    writeFileSync(join(data, "addresses.json"), "{}");
    const adopted = await startOutside(data);
    assert.equal(adopted.outside, named);
    assert.deepEqual(await ask(adopted.url, "SELECT count(*)::int FROM sold"), [{ count: 0 }]);
    await adopted.stop();

    rmSync(data, { recursive: true });
    rmSync(join(named, "data-folder"));
    const fresh = await startOutside(data);
    await assert.rejects(ask(fresh.url, "SELECT FROM sold"), NO_TABLE);
    assert.equal(fresh.notes.filter(isRemedy).filter(about(adopted)).length, 1);
    await fresh.stop();
  });

  test("refuses a data folder that was moved to where the server's user cannot access its database", async () => {
    const data = join(folder(), "data");
    await (await startPostgres(data, throwaway)).stop();
    const closed = closedFolder();
    mkdirSync(dirname(closed), { recursive: true });
    renameSync(data, closed);

    await assert.rejects(startPostgres(closed, throwaway), /cannot access the database in .*\/data\/postgres\. Let it/);
  });
}

const NO_TABLE = { code: "42P01" };
const isRemedy = (line: string) => line.includes("rm -r");
const about =
  ({ outside }: { readonly outside: string }) =>
  (line: string) =>
    line.includes(outside);

/** Returns the path of a data folder, not yet made, that the server's user cannot access. */
function closedFolder(): string {
  const closed = folder();
  chmodSync(closed, 0o700);
  return join(closed, "data");
}

/** Starts a server whose database is outside its data folder, and removes that at the end. */
async function startOutside(data: string) {
  const notes: string[] = [];
  const server = await startPostgres(data, { ...throwaway, note: (line) => notes.push(line) });
  const [, outside] = /the database is in (\/var\/lib\/foyer\/[0-9a-f]{16})\/postgres\./.exec(notes.join()) ?? [];
  after(async () => {
    await server.stop();
    if (outside !== undefined) rmSync(outside, { recursive: true, force: true });
  });
  if (outside === undefined) assert.fail(`the database is not outside: ${notes.join()}`);
  return { ...server, notes, outside };
}
