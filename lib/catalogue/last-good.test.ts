import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { nowOrLastGood } from "#lib/catalogue/last-good.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

const data = await mkdtemp(join(tmpdir(), "foyer-last-good-"));
after(() => rm(data, { recursive: true, force: true }));
applySettings({ FOYER_DATA: data });

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
