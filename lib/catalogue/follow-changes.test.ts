import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";

applySettings();
const { readChanges } = await import("#lib/catalogue/follow-changes.ts");
const { afterChange, isServiceSilent, outOfDateAt } = await import("#lib/runtime/catalogue-changes.ts");

type Ids = readonly (number | undefined)[];
const answering = (eventIds: Ids) => async () => ({
  changes: eventIds.map((eventId) => ({ eventId, id: `EVENT ${eventId} now` })),
  next: "2.9",
});

/** Returns which of these tags a reading marks. */
async function marked(since: string | undefined, eventIds: Ids) {
  const tags = ["events", "event:7", "event:8", "other"];
  const start = await nextMillisecond();
  await readChanges({ since, pauseMs: 0 }, answering(eventIds));
  return tags.filter((tag) => outOfDateAt([tag], start) !== undefined);
}

/** Returns a time after all marks that were made. */
async function nextMillisecond() {
  const before = Date.now();
  while (Date.now() <= before) await new Promise(setImmediate);
  return Date.now();
}

test("the first answer marks everything, a later one the lists and the events that changed", async () => {
  assert.deepEqual(await marked(undefined, []), ["events", "event:7", "event:8", "other"]);
  assert.deepEqual(await marked("1.9", []), []);
  assert.deepEqual(await marked("1.9", [7]), ["events", "event:7"]);
  assert.deepEqual(await marked("1.9", [7, undefined]), ["events", "event:7", "event:8", "other"]);
});

test("goes on where it was after a failure, less often, and asks rarely for a call that is missing", async () => {
  const failing = () => Promise.reject(new Error("down"));
  const first = await readChanges({ since: "1.9", pauseMs: 1_500 }, failing);
  const second = await readChanges(first, failing);
  assert.deepEqual([second.since, isServiceSilent()], ["1.9", true]);
  assert.ok(second.pauseMs > first.pauseMs && first.pauseMs > 1_500);
  const again = await readChanges(second, answering([]));
  assert.deepEqual([again.since, again.pauseMs < first.pauseMs, isServiceSilent()], ["2.9", true, false]);
  assert.ok((await readChanges(again, async () => undefined)).pauseMs >= 60_000);
});

test("marks a change once, also while the service lists it again", async () => {
  const first = await readChanges({ since: "1.9", pauseMs: 0 }, answering([7]));
  const start = await nextMillisecond();
  const second = await readChanges(first, answering([7]));
  assert.equal(outOfDateAt(["event:7"], start), undefined);
  await readChanges(second, answering([7, 8]));
  assert.equal(outOfDateAt(["event:7"], start), undefined);
  assert.ok(outOfDateAt(["event:8"], start));
});

test("tells those that keep data", async () => {
  let told = 0;
  afterChange(() => {
    told += 1;
  });
  await readChanges({ since: "1.9", pauseMs: 0 }, answering([]));
  assert.equal(told, 0);
  await readChanges({ since: "1.9", pauseMs: 0 }, answering([7]));
  assert.equal(told, 1);
});
