import assert from "node:assert/strict";
import { test } from "node:test";
import { summaryOf } from "./summary.ts";

const nzd = (minor: number) => ({ minor, currency: "NZD" });

test("subtotal, each saving once and total add up; a code's saving is the row of its rule", () => {
  const { subtotal, rows, saved, total, otherCodes, refusedCodes } = summaryOf({
    total: nzd(19634),
    savings: [
      { rule: "multipack:1", name: "Long Light weekend pass", amount: nzd(3466) },
      { rule: "discount:2", name: "Free programme", amount: nzd(800) },
    ],
    codes: [
      { code: "NONESUCH", result: "UNKNOWN" },
      { code: "FIRST20", result: "APPLIED", saving: nzd(800) },
      { code: "STAFF", result: "UNLOCKED" },
    ],
  });
  assert.deepEqual([subtotal, saved, total], [nzd(23900), nzd(4266), nzd(19634)]);
  assert.deepEqual(
    rows.map(({ name, amount, code }) => [name, amount.minor, code]),
    [
      ["Long Light weekend pass", 3466, undefined],
      ["Free programme", 800, "FIRST20"],
    ],
  );
  assert.deepEqual(
    otherCodes.map(({ code }) => code),
    ["STAFF"],
  );
  assert.deepEqual(
    refusedCodes.map(({ code }) => code),
    ["NONESUCH"],
  );
});

test("two codes that take off the same amount are two rows with a code each", () => {
  const { rows } = summaryOf({
    total: nzd(1000),
    savings: [
      { rule: "a", name: "A", amount: nzd(100) },
      { rule: "b", name: "B", amount: nzd(100) },
    ],
    codes: [
      { code: "ONE", result: "APPLIED", saving: nzd(100) },
      { code: "TWO", result: "APPLIED", saving: nzd(100) },
    ],
  });
  assert.deepEqual(
    rows.map(({ code }) => code),
    ["ONE", "TWO"],
  );
});
