import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { forgetCopy, keepCopy, lastGoodCopy } from "#lib/catalogue/copies.ts";
import { inAnotherProcess } from "#test/tools/another-process.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

const data = await mkdtemp(join(tmpdir(), "foyer-copies-"));
after(() => rm(data, { recursive: true, force: true }));

applySettings({ FOYER_DATA: data });

const NOON = new Date("2026-12-04T12:00:00Z");
const later = (hours: number) => new Date(NOON.getTime() + hours * 60 * 60 * 1000);

/** Returns the copy that a restarted process finds. */
function afterRestart(name: string): string {
  const program = `import { lastGoodCopy } from "#lib/catalogue/copies.ts";
    console.log(JSON.stringify(await lastGoodCopy("${name}", new Date("2026-12-04T13:00:00Z")) ?? null));`;
  return inAnotherProcess(program, { FOYER_DATA: data });
}

test("P35: a copy is kept in memory and over a restart, with its age", async () => {
  await keepCopy("events", [{ id: 1 }], NOON);
  assert.deepEqual(await lastGoodCopy("events", later(1)), { at: NOON.toISOString(), value: [{ id: 1 }] });
  assert.equal(afterRestart("events"), '{"at":"2026-12-04T12:00:00.000Z","value":[{"id":1}]}');
});

test("ignores a copy of another service or account", async () => {
  await keepCopy("event-6", { id: 6 }, NOON);
  const program = `import { lastGoodCopy } from "#lib/catalogue/copies.ts";
    console.log(JSON.stringify(await lastGoodCopy("event-6", new Date("2026-12-04T13:00:00Z")) ?? null));`;
  assert.notEqual(afterRestart("event-6"), "null");
  assert.equal(inAnotherProcess(program, { FOYER_DATA: data, TICKETING_ACCOUNT: "2" }), "null");
});

test("P35: ignores a copy older than a day", async () => {
  await keepCopy("event-1", { id: 1 }, NOON);
  assert.notEqual(await lastGoodCopy("event-1", later(24)), undefined);
  assert.equal(await lastGoodCopy("event-1", later(24.01)), undefined);
});

test("removes the copy of a thing that no longer exists, and has none of one that never did", async () => {
  await keepCopy("event-2", { id: 2 }, NOON);
  await forgetCopy("event-2");
  assert.equal(await lastGoodCopy("event-2", NOON), undefined);
  assert.equal(afterRestart("event-2"), "null");
  assert.equal(await lastGoodCopy("event-3", NOON), undefined);
});

test("ignores half a file, and a copy of an older shape", async () => {
  const file = (name: string) => join(data, "storefront", "catalogue", `${name}.json`);
  await writeFile(file("event-4"), '{"at":"2026-12-04T12:00:00.0');
  await writeFile(file("event-5"), '{"at":"2026-12-04T12:00:00.000Z","value":1,"shape":0}');
  assert.equal(await lastGoodCopy("event-4", NOON), undefined);
  assert.equal(await lastGoodCopy("event-5", NOON), undefined);
});
