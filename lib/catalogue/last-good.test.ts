import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { lastGoodCopy } from "#lib/catalogue/copies.ts";
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

test("an answer is shown as it is, and kept", async () => {
  assert.deepEqual(await nowOrLastGood({ name: "a", ask: async () => [1] }, NOON), { value: [1] });
  assert.deepEqual(await lastGoodCopy("a", NOON), { at: AS_OF_NOON, value: [1] });
});

test("P35: without an answer the last good one is shown with its age, and stays as it was", async () => {
  await nowOrLastGood({ name: "b", ask: async () => [1] }, NOON);
  for (let count = 0; count < 3; count += 1) {
    assert.deepEqual(await nowOrLastGood({ name: "b", ask: fails }, FIVE_PAST), { value: [1], asOf: AS_OF_NOON });
  }
  assert.deepEqual(await nowOrLastGood({ name: "b", ask: async () => [2] }, FIVE_PAST), { value: [2] });
});

test("P35: a programme that is suddenly empty is taken for an outage; one that was empty is not", async () => {
  const isWrong = isSuddenlyEmpty;
  assert.deepEqual(await nowOrLastGood({ name: "c", ask: async () => [], isWrong }, NOON), { value: [] });
  assert.deepEqual(await nowOrLastGood({ name: "c", ask: async () => [1], isWrong }, NOON), { value: [1] });
  const shown = await nowOrLastGood({ name: "c", ask: async () => [], isWrong }, FIVE_PAST);
  assert.deepEqual(shown, { value: [1], asOf: AS_OF_NOON });
});

test("what was never answered, or a day ago, is the caller's fault to show", async () => {
  await assert.rejects(nowOrLastGood({ name: "never", ask: fails }, NOON), broken);
  await nowOrLastGood({ name: "d", ask: async () => [1] }, NOON);
  await assert.rejects(nowOrLastGood({ name: "d", ask: fails }, new Date("2026-12-05T12:00:01Z")), broken);
});

test("what the service says is not there leaves no copy to fall back on", async () => {
  await nowOrLastGood({ name: "e", ask: async () => 1 }, NOON);
  assert.deepEqual(await nowOrLastGood({ name: "e", ask: async () => undefined }, NOON), { value: undefined });
  await assert.rejects(nowOrLastGood({ name: "e", ask: fails }, NOON), broken);
});
