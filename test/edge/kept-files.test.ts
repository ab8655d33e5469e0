import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fromRoot } from "#tools/lib/paths.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const folder = mkdtempSync(join(tmpdir(), "foyer-kept-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the command of docs/deploy.md, "Upgrade", with folders of this test. */
function upgradeCommand(current: string, kept: string): string {
  const [command] = /^ *cp .+ -mtime \+\d+ -delete$/m.exec(readFileSync(fromRoot("docs", "deploy.md"), "utf8")) ?? [];
  assert.ok(command, "docs/deploy.md has the command");
  return command.replaceAll("/opt/foyer/current", current).replaceAll("/var/www/foyer/_next", kept);
}

/** Creates files of which each is some days old. Returns their folder. */
function createChunks(parent: string, agesInDays: Readonly<Record<string, number>>): string {
  const chunks = join(parent, "static", "chunks");
  mkdirSync(chunks, { recursive: true });
  for (const [name, days] of Object.entries(agesInDays)) {
    const time = new Date(Date.now() - days * DAY_MS);
    writeFileSync(join(chunks, name), name);
    utimesSync(join(chunks, name), time, time);
  }
  return chunks;
}

test("an upgrade keeps the scripts of the release that runs, however old, and deletes those that no page of the last 60 days has", () => {
  const current = join(folder, "current");
  const next = join(folder, "next");
  const kept = join(folder, "kept");
  createChunks(join(current, ".next"), { "running.js": 200, "unchanged.js": 200 });
  createChunks(join(next, ".next"), { "unchanged.js": 0, "new.js": 0 });
  const chunks = createChunks(kept, { "running.js": 200, "of-last-month.js": 30, "of-last-year.js": 200 });
  const upgrade = () => spawnSync("sh", ["-c", upgradeCommand(current, kept)], { cwd: next, encoding: "utf8" });
  for (const { status, stderr } of [upgrade(), upgrade()]) assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(readdirSync(chunks).toSorted(), ["new.js", "of-last-month.js", "running.js", "unchanged.js"]);
});
