import assert from "node:assert/strict";
import { test } from "node:test";
import { runInRequest } from "#lib/telemetry/current-request.ts";
import { actionAtWork, pageAtWork } from "./pages-at-work.ts";

const settled = () => new Promise(setImmediate);

/**
 * Opens so many pages. `begun` has those that have begun, `read` ends the function of one, `finish` its response, and `answers` has
 * what they returned.
 */
function pages() {
  const begun: string[] = [];
  const answers = new Map<string, string | undefined>();
  const reads = new Map<string, () => void>();
  const ends = new Map<string, () => void>();
  function open(name: string): void {
    const { promise, resolve } = Promise.withResolvers<string>();
    const page = () => {
      begun.push(name);
      reads.set(name, () => resolve(`page of ${name}`));
      return promise;
    };
    void pageAtWork((finished) => ends.set(name, finished), page).then((answer) => answers.set(name, answer));
  }
  const read = (name: string) => reads.get(name)?.();
  const finish = (name: string) => ends.get(name)?.();
  return { begun, answers, open, read, finish };
}

test("eight pages are at work, and the ninth waits until the response of one is finished", async () => {
  const { begun, answers, open, read, finish } = pages();
  for (let at = 1; at <= 10; at += 1) open(`page ${at}`);
  await settled();
  assert.equal(begun.length, 8);
  read("page 3");
  await settled();
  assert.deepEqual([answers.get("page 3"), begun.length], ["page of page 3", 8], "its nested components still read");
  finish("page 3");
  await settled();
  assert.deepEqual(begun.slice(8), ["page 9"]);
  for (const name of [...begun, "page 10"]) {
    read(name);
    finish(name);
    await settled();
  }
  read("page 10");
  assert.deepEqual(begun.slice(8), ["page 9", "page 10"]);
});

test("a reader who has gone while waiting begins nothing, and one who goes later keeps the place until the page is read", async () => {
  const { begun, answers, open, read, finish } = pages();
  for (let at = 1; at <= 8; at += 1) open(`page ${at}`);
  for (let at = 1; at <= 40; at += 1) open(`gone ${at}`);
  open("last");
  open("after the last");
  await settled();
  for (let at = 1; at <= 40; at += 1) finish(`gone ${at}`);
  finish("page 1");
  await settled();
  assert.equal(begun.length, 8, "page 1 still reads");
  read("page 1");
  await settled();
  assert.deepEqual(begun.slice(8), ["last"]);
  assert.ok(answers.has("gone 1") && answers.get("gone 1") === undefined);
  for (const name of [...begun, "after the last"]) {
    read(name);
    finish(name);
    await settled();
  }
  read("after the last");
});

test("a slow reader gives the place back after a while, which begins once the page is read", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { begun, open, read, finish } = pages();
  for (let at = 1; at <= 9; at += 1) open(`page ${at}`);
  await settled();
  t.mock.timers.tick(120_000);
  await settled();
  assert.equal(begun.length, 8, "all read for two minutes");
  read("page 1");
  await settled();
  t.mock.timers.tick(14_999);
  await settled();
  assert.equal(begun.length, 8, "not yet");
  t.mock.timers.tick(1);
  await settled();
  assert.deepEqual(begun.slice(8), ["page 9"]);
  for (const name of begun) {
    read(name);
    finish(name);
  }
  await settled();
});

test("actions are at work in the same places, and leave them when they are done or fail", async () => {
  const { begun, open, read, finish } = pages();
  const { promise: isSaved, reject } = Promise.withResolvers<string>();
  const saved = actionAtWork(() => isSaved);
  for (let at = 1; at <= 8; at += 1) open(`page ${at}`);
  await settled();
  assert.equal(begun.length, 7);
  reject(new Error("a redirect"));
  await assert.rejects(saved, /a redirect/);
  await settled();
  assert.equal(begun.length, 8);
  for (const name of begun) {
    read(name);
    finish(name);
  }
  await settled();
});

test("what waits for a place or has one is no load, and all else is", async () => {
  let load = 0;
  const inRequest = (work: () => unknown) => {
    load += 1;
    const withdraw = () => {
      load -= 1;
    };
    runInRequest({ id: "1", withdraw }, work);
  };
  inRequest(() => undefined);
  assert.equal(load, 1, "such as the sign-in");
  const { begun, open, read, finish } = pages();
  for (let at = 1; at <= 9; at += 1) inRequest(() => open(`page ${at}`));
  inRequest(() => actionAtWork(async () => "saved"));
  assert.equal(load, 1);
  for (const name of ["page 1", "page 2", "page 3", "page 4", "page 5", "page 6", "page 7", "page 8", "page 9"]) {
    read(name);
    finish(name);
    await settled();
  }
  read("page 9");
  await settled();
  assert.equal(begun.length, 9);
});
