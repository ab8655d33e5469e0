import assert from "node:assert/strict";
import { test } from "node:test";
import { recentAnswers } from "./concurrency.ts";
import { processWide } from "./process-wide.ts";

function counted(name: string, clock: { now: number } = { now: 0 }) {
  let asked = 0;
  const answers = recentAnswers<number>(name, {
    keptMs: 60_000,
    max: 2,
    kept: (answer) => answer > 0,
    now: () => clock.now,
  });
  const ask = async (answer: number | Promise<number>) => {
    asked += 1;
    if (Number.isNaN(answer)) throw new Error("no answer");
    return answer;
  };
  return {
    get: (key: string, answer: number | Promise<number> = 1) => answers.get(key, () => ask(answer)),
    recall: answers.recall,
    clear: answers.clear,
    asked: () => asked,
  };
}

test("an answer is asked for once, also while it is under way, and again after a change", async () => {
  const { get, clear, asked } = counted("kept");
  await Promise.all([get("a"), get("a")]);
  await get("a");
  assert.equal(asked(), 1);
  const before = get("a");
  clear();
  await Promise.all([before, get("a")]);
  assert.equal(asked(), 2);
});

test("an answer that is not to be kept, and a failure, are asked for again", async () => {
  const { get, asked } = counted("not kept");
  await get("a", 0);
  await assert.rejects(get("a", Number.NaN), /no answer/);
  await get("a");
  assert.equal(asked(), 3);
  await get("a");
  assert.equal(asked(), 3);
});

test("an answer is kept from its arrival on, and dropped when its time is over", async () => {
  const clock = { now: 0 };
  const { get, recall, asked } = counted("dropped", clock);
  const kept = processWide("dropped", () => new Map());
  const slow = Promise.withResolvers<number>();
  const first = get("a", slow.promise);
  clock.now = 70_000;
  const second = get("a");
  slow.resolve(1);
  await Promise.all([first, second]);
  clock.now = 129_999;
  await get("a");
  await get("b");
  assert.equal(asked(), 2);
  assert.deepEqual([await recall("a"), kept.size], [1, 2]);
  clock.now = 130_000;
  assert.deepEqual([await recall("b"), kept.size], [1, 1]);
  assert.equal(recall("a"), undefined);
});

test("of more answers than fit, the oldest is forgotten", async () => {
  const { get, asked } = counted("bounded");
  for (const key of ["a", "b", "c", "b", "a"]) await get(key);
  assert.equal(asked(), 4);
});
