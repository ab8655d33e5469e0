import assert from "node:assert/strict";
import test from "node:test";
import { newKey, saleKeys } from "./keys.ts";

const distinct = (keys: readonly string[], length: number) => new Set(keys.map((key) => key.slice(0, length))).size;

test("generates ten characters of A–Z0–9", () => {
  const newSaleKey = saleKeys();
  for (const key of [newKey(), newSaleKey(), newSaleKey()]) assert.match(key, /^[A-Z0-9]{10}$/);
});

test("keys of sales share their first two characters for a second and differ in the others", () => {
  let elapsedMs = 0;
  const newSaleKey = saleKeys(() => elapsedMs);
  const ofSecond = () => Array.from({ length: 1_000 }, newSaleKey);
  const seconds = Array.from({ length: 20 }, () => {
    const keys = ofSecond();
    elapsedMs += 999;
    keys.push(newSaleKey());
    elapsedMs += 1;
    return keys;
  });
  for (const keys of seconds) {
    assert.equal(distinct(keys, 2), 1);
    assert.equal(distinct(keys, 10), keys.length);
    // Each further character is random again.
    assert.equal(distinct(keys, 3), 36);
  }
  // Twenty random beginnings out of 1,296 are not all equal.
  assert.notEqual(distinct(seconds.flat(), 2), 1);
});

test("other keys do not begin with the same characters", () => {
  assert.notEqual(distinct(Array.from({ length: 20 }, newKey), 2), 1);
});
