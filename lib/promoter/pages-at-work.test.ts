import assert from "node:assert/strict";
import { test } from "node:test";
import { placeAtWork } from "./pages-at-work.ts";

const settled = () => new Promise(setImmediate);

/** Opens so many pages. `begun` has those that are at work, `finish` ends the response of one. */
function pages() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const open = (name: string) =>
    void placeAtWork((finished) => ends.set(name, finished)).then(() => {
      begun.push(name);
    });
  return { begun, open, finish: (name: string) => ends.get(name)?.() };
}

test("eight pages are at work, and the ninth waits until the response of one is finished", async () => {
  const { begun, open, finish } = pages();
  for (let at = 1; at <= 10; at += 1) open(`page ${at}`);
  await settled();
  assert.equal(begun.length, 8);
  finish("page 3");
  await settled();
  assert.deepEqual(begun.slice(8), ["page 9"]);
  for (let at = 1; at <= 9; at += 1) finish(`page ${at}`);
  await settled();
  assert.deepEqual(begun.slice(8), ["page 9", "page 10"]);
  finish("page 10");
});

test("a reader who has gone while waiting takes no place, and a slow one gives it back after a while", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { begun, open, finish } = pages();
  for (let at = 1; at <= 8; at += 1) open(`slow ${at}`);
  open("gone");
  open("last");
  await settled();
  finish("gone");
  assert.equal(begun.length, 8);
  t.mock.timers.tick(14_000);
  await settled();
  assert.equal(begun.length, 8, "not yet");
  t.mock.timers.tick(1_000);
  await settled();
  assert.deepEqual(begun.slice(8), ["gone", "last"]);
  t.mock.timers.tick(15_000);
});
