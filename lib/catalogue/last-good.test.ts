import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { inAnotherProcess } from "#e2e/tools/another-process.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { forgetCopy, keepCopy, lastGoodCopy, nowOrLastGood, sourceOfEvents } from "./last-good.ts";

const data = applySettingsInFolder();

const NOON = new Date("2026-12-04T12:00:00Z");
const FIVE_PAST = new Date("2026-12-04T12:05:00Z");
const AS_OF_NOON = "2026-12-04T12:00:00.000Z";

const broken = new Error("getEvents answered in an unexpected shape.");
const fails = () => Promise.reject(broken);
const isSuddenlyEmpty = (value: readonly number[], before: readonly number[]) =>
  value.length === 0 && before.length > 0;

test("P35: without an answer returns the last good one with its age", async () => {
  await nowOrLastGood({ name: "b", read: async () => [1] }, NOON);
  for (let count = 0; count < 3; count += 1) {
    assert.deepEqual(await nowOrLastGood({ name: "b", read: fails }, FIVE_PAST), { value: [1], asOf: AS_OF_NOON });
  }
  assert.deepEqual(await nowOrLastGood({ name: "b", read: async () => [2] }, FIVE_PAST), { value: [2] });
});

test("P35: a suddenly empty programme counts as an outage; one that was empty before does not", async () => {
  const isWrong = isSuddenlyEmpty;
  assert.deepEqual(await nowOrLastGood({ name: "c", read: async () => [], isWrong }, NOON), { value: [] });
  assert.deepEqual(await nowOrLastGood({ name: "c", read: async () => [1], isWrong }, NOON), { value: [1] });
  const shown = await nowOrLastGood({ name: "c", read: async () => [], isWrong }, FIVE_PAST);
  assert.deepEqual(shown, { value: [1], asOf: AS_OF_NOON });
});

test("throws where there is no answer, or one older than a day", async () => {
  await assert.rejects(nowOrLastGood({ name: "never", read: fails }, NOON), broken);
  await nowOrLastGood({ name: "d", read: async () => [1] }, NOON);
  await assert.rejects(nowOrLastGood({ name: "d", read: fails }, new Date("2026-12-05T12:00:01Z")), broken);
});

const later = (hours: number) => new Date(NOON.getTime() + hours * 60 * 60 * 1000);

/** Returns the copy that a restarted process finds. */
function afterRestart(name: string): string {
  const program = `import { lastGoodCopy } from "#lib/catalogue/last-good.ts";
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
  const program = `import { lastGoodCopy } from "#lib/catalogue/last-good.ts";
    console.log(JSON.stringify(await lastGoodCopy("event-6", new Date("2026-12-04T13:00:00Z")) ?? null));`;
  assert.notEqual(afterRestart("event-6"), "null");
  assert.equal(inAnotherProcess(program, { FOYER_DATA: data, TICKETING_ACCOUNT: "2" }), "null");
});

test("P35: ignores a copy older than a day", async () => {
  await keepCopy("event-1", { id: 1 }, NOON);
  assert.notEqual(await lastGoodCopy("event-1", later(24)), undefined);
  assert.equal(await lastGoodCopy("event-1", later(24.01)), undefined);
});

test("removes the copy of an event that no longer exists, and keeps none of one that never existed", async () => {
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

const from = (TICKETING_URL: string, TICKETING_ACCOUNT = 1) => sourceOfEvents({ TICKETING_URL, TICKETING_ACCOUNT });

test("another service or another account is another source of events", () => {
  const sources = [
    from("https://127.0.0.1:4001/v2"),
    from("https://tickets.example/v2"),
    from("https://tickets.example/api/v2"),
    from("https://tickets.example/v2", 2),
  ];
  assert.equal(new Set(sources).size, sources.length);
});

test("a service on this machine is the same on another port", () => {
  assert.equal(from("https://127.0.0.1:4001/v2"), from("https://127.0.0.1:4002/v2"));
});
