import assert from "node:assert/strict";
import { test } from "node:test";
import { readReadiness } from "./metrics-server.ts";

/** Reads the gauge once, and returns its value. */
async function readOnce(reader: ReturnType<typeof readReadiness>): Promise<number | undefined> {
  let found: number | undefined;
  await reader((metric, value) => {
    assert.equal(metric, "foyer_storefront_sale_possible");
    found = value;
  });
  return found;
}

test("a sale is possible where the probe says so, and not where it fails", async () => {
  const answers = [() => Promise.resolve(true), () => Promise.resolve(false), () => Promise.reject(new Error("none"))];
  const reader = readReadiness(() => answers.shift()?.() ?? assert.fail());
  assert.deepEqual([await readOnce(reader), await readOnce(reader), await readOnce(reader)], [1, 0, 0]);
});

test("a probe that takes longer than a scrape may wait leaves the value before, and none at first", async () => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const answers = [late, new Promise<boolean>(() => {})];
  const reader = readReadiness(() => answers.shift() ?? assert.fail(), 1);
  assert.equal(await readOnce(reader), undefined);
  resolve(true);
  assert.equal(await readOnce(reader), 1);
});
