import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { it } from "node:test";

/** The browser checklist of the design: each number stands before the colon of the story that proves it. */
const CHECKS = 52;
const STORIES = new URL("../e2e/", import.meta.url);

it("every check of the browser list is named by a story", () => {
  const told = readdirSync(STORIES)
    .filter((name) => name.endsWith(".spec.ts"))
    .flatMap((name) => [...readFileSync(new URL(name, STORIES), "utf8").matchAll(/["'`]((?:\d+, )*\d+): /g)])
    .flatMap(([, numbers = ""]) => numbers.split(", ").map(Number));
  const missing = Array.from({ length: CHECKS }, (_, index) => index + 1).filter((number) => !told.includes(number));
  assert.deepEqual(missing, []);
});
