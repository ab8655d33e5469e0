import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, mock, test } from "node:test";
import { step } from "./progress.js";

const folder = mkdtempSync(join(tmpdir(), "foyer-progress-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const kept = join(folder, "times.json");
const SAME_LINE = "\r\u001b[K";

/** Runs a step of so many seconds by a clock that the test moves, and returns what it has written. */
async function written(seconds: number, options: { readonly isTTY: boolean; readonly kept?: string; fails?: boolean }) {
  mock.timers.enable({ apis: ["setInterval", "Date"] });
  const lines: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const out = { isTTY: options.isTTY, write: (text: string) => lines.push(text) };
  const ended = step("Building", () => promise, { out, kept: options.kept });
  // The mocked clock is ahead of the timers of one tick.
  for (let half = 0; half < seconds * 2; half += 1) mock.timers.tick(500);
  if (options.fails) reject(new Error("no"));
  else resolve();
  await ended.catch(() => {});
  mock.timers.reset();
  return lines;
}

test("a line of a terminal moves each second, and a log gets one line after 3 seconds and after each 30", async () => {
  assert.deepEqual(await written(2.5, { isTTY: true }), [
    `${SAME_LINE}Building … 0 s`,
    `${SAME_LINE}Building … 1 s`,
    `${SAME_LINE}Building … 2 s`,
    `${SAME_LINE}Building … 2.5 s\n`,
  ]);
  assert.deepEqual(await written(65, { isTTY: false }), [
    "Building … 3 s\n",
    "Building … 30 s\n",
    "Building … 1 min 0 s\n",
    "Building … 1 min 5 s\n",
  ]);
  assert.deepEqual(await written(2, { isTTY: false }), ["Building … 2.0 s\n"]);
});

test("names the time that a step took when it last ended well, and makes the data folder for it", async () => {
  assert.deepEqual(await written(125, { isTTY: false, kept }).then((lines) => lines.at(-1)), "Building … 2 min 5 s\n");
  assert.deepEqual(await written(4, { isTTY: false, kept, fails: true }), [
    "Building … 3 s (2 min 5 s last time)\n",
    "Building … failed\n",
  ]);
  assert.deepEqual(JSON.parse(readFileSync(kept, "utf8")), { Building: 125_000 });
  await written(1, { isTTY: true, kept: join(folder, "data", "times.json") });
  assert.deepEqual(readdirSync(join(folder, "data")), ["times.json"]);
  await written(1, { isTTY: true, kept: join(folder, "nowhere", "data", "times.json") });
  assert.deepEqual(readdirSync(folder), ["data", "times.json"]);
});
