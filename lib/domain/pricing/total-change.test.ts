import assert from "node:assert/strict";
import { test } from "node:test";
import { previousTotal } from "./total-change.ts";

const AUD = (minor: number) => ({ minor, currency: "AUD" });
const saving = (minor: number) => ({ rule: "multipack:1", name: "Three for two", amount: AUD(minor) });

test("returns the previous total where it changed, unless savings explain the difference", () => {
  const previous = (minor: number, total: number, saved: readonly number[] = []) =>
    previousTotal(AUD(minor), { total: AUD(total), savings: saved.map(saving) })?.minor;
  assert.equal(previous(9000, 9000), undefined);
  assert.equal(previous(9000, 9500), 9000);
  assert.equal(previous(9500, 9000), 9500);
  assert.equal(previous(9000, 8000, [600, 400]), undefined);
  assert.equal(previous(9000, 8500, [1000]), 9000);
  assert.equal(previousTotal(undefined, { total: AUD(1), savings: [] }), undefined);
  assert.equal(previousTotal({ minor: 1, currency: "NZD" }, { total: AUD(2), savings: [] }), undefined);
});
