import assert from "node:assert/strict";
import { test } from "node:test";
import { recentAnswers } from "./concurrency.ts";

function counted(name: string) {
  let asked = 0;
  const answers = recentAnswers<number>(name, { keptMs: 60_000, max: 2, kept: (answer) => answer > 0 });
  const ask = async (answer: number) => {
    asked += 1;
    if (Number.isNaN(answer)) throw new Error("no answer");
    return answer;
  };
  return {
    get: (key: string, answer = 1) => answers.get(key, () => ask(answer)),
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

test("of more answers than fit, the oldest is forgotten", async () => {
  const { get, asked } = counted("bounded");
  for (const key of ["a", "b", "c", "b", "a"]) await get(key);
  assert.equal(asked(), 4);
});
