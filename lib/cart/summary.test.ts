import assert from "node:assert/strict";
import { test } from "node:test";
import { changeByAdvice, expectedTotal, previousTotal, shownPrices, summaryOf } from "./summary.ts";

const AUD = (minor: number) => ({ minor, currency: "AUD" });
const line = (minor: number) => ({
  ticketTypeId: 1,
  name: "Adult",
  eventDateId: 1,
  quantity: 1,
  savings: [],
  price: AUD(minor),
  fee: AUD(0),
  total: AUD(minor),
});
const shown = shownPrices([
  { id: 12, allIn: AUD(4850) },
  { id: 13, allIn: AUD(3000) },
]);

test("adds the prices shown in the picker to the rest of the cart before savings", () => {
  assert.equal(shown, "AUD 12:4850 13:3000");
  const wanted = [
    { ticketTypeId: 12, quantity: 2 },
    { ticketTypeId: 13, quantity: 1 },
  ];
  assert.deepEqual(expectedTotal(shown, wanted, []), AUD(12_700));
  assert.deepEqual(expectedTotal(shown, wanted, [{ total: AUD(900), lines: [line(500), line(500)] }]), AUD(13_700));
  assert.deepEqual(expectedTotal(shown, wanted, [{ total: AUD(900), lines: [] }]), AUD(13_600));
});

test("returns undefined without prices, with invalid ones, and in another currency", () => {
  const wanted = [{ ticketTypeId: 12, quantity: 2 }];
  for (const text of [
    undefined,
    "",
    "12:4850",
    "AUD",
    "AUD 13:3000",
    "AUD 12:x",
    "AUD 12",
    "aud 12:4850",
    "AUD 12:1.5",
  ])
    assert.equal(expectedTotal(text, wanted, []), undefined, text);
  assert.equal(expectedTotal(shown, wanted, [{ total: { minor: 1, currency: "NZD" }, lines: [] }]), undefined);
});

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

test("an advice saves where the total falls, whatever the service takes off more than now", () => {
  const change = (before: number, after: number) => changeByAdvice({ total: AUD(before) }, { total: AUD(after) });
  // 12.00 more taken off, for a ticket of 13.00.
  assert.deepEqual(change(9500, 9600), { isLower: false, amount: AUD(100) });
  assert.deepEqual(change(9500, 9500), { isLower: false, amount: AUD(0) });
  assert.deepEqual(change(9500, 8300), { isLower: true, amount: AUD(1200) });
});
