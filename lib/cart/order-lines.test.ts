import assert from "node:assert/strict";
import { test } from "node:test";
import { distinctSection } from "#lib/ticketing/model/admission.ts";
import { mergeLines, type OrderLine, reducedTotal } from "./order-lines.ts";
import { summaryOf } from "./summary.ts";

const nzd = (minor: number) => ({ minor, currency: "NZD" });

function line(name: string, section: string | undefined, quantity: number, each: number): OrderLine {
  return { name, ...(section !== undefined && { section }), quantity, each: nzd(each), total: nzd(each * quantity) };
}

function labels(lines: readonly OrderLine[]) {
  return mergeLines(lines).map(({ name, section, quantity, total, showsEach }) => [
    `${quantity} × ${name}${section === undefined ? "" : `, ${section}`}`,
    total.minor,
    showsEach,
  ]);
}

test("types of one name in two sections stay two lines with different labels", () => {
  assert.deepEqual(labels([line("Adult", "Stalls", 1, 6550), line("Adult", "Circle", 1, 5150)]), [
    ["1 × Adult, Stalls", 6550, false],
    ["1 × Adult, Circle", 5150, false],
  ]);
});

test("merges lines with the same label and price", () => {
  assert.deepEqual(labels([line("Adult", "Stalls", 1, 6550), line("Adult", "Stalls", 2, 6550)]), [
    ["3 × Adult, Stalls", 19650, true],
  ]);
});

test("lines with the same label and different prices each show the price of one ticket", () => {
  assert.deepEqual(labels([line("Adult", undefined, 1, 6550), line("Adult", undefined, 1, 5150)]), [
    ["1 × Adult", 6550, true],
    ["1 × Adult", 5150, true],
  ]);
});

test("lines of two ticket types stay two lines, since the quantity of each can be changed", () => {
  const adult = line("Adult", undefined, 1, 6550);
  assert.equal(
    mergeLines([
      { ...adult, ticketTypeId: 1 },
      { ...adult, ticketTypeId: 2 },
    ]).length,
    2,
  );
});

const saving = (rule: string, minor: number) => ({ rule, name: rule, amount: nzd(minor) });

test("merged lines add up their savings by rule, and a line without savings has no reduced total", () => {
  const one = { ...line("Adult", undefined, 1, 6550), savings: [saving("pass", 983), saving("code", 100)] };
  const [merged] = mergeLines([one, { ...one, savings: [saving("pass", 982)] }]);
  assert.deepEqual(merged?.savings, [saving("pass", 1965), saving("code", 100)]);
  assert.deepEqual(merged && reducedTotal(merged), nzd(13100 - 2065));
  assert.equal(reducedTotal({ ...one, savings: [] }), undefined);
});

test("the lines less their savings add up to the total of the cart, to the cent", () => {
  const lines = mergeLines([
    { ...line("Adult", "Stalls", 1, 6550), savings: [saving("pass", 983)] },
    { ...line("Adult", "Circle", 1, 5150), savings: [saving("pass", 773)] },
    { ...line("Adult", "Floor", 2, 5700), savings: [saving("pass", 1710)] },
    { ...line("Programme", undefined, 1, 800), savings: [saving("free", 800)] },
  ]);
  const savings = [saving("pass", 3466), saving("free", 800)];
  const { subtotal, total, saved } = summaryOf({ total: nzd(19634), savings, codes: [] });
  const sum = (amounts: readonly number[]) => amounts.reduce((all, minor) => all + minor, 0);
  assert.equal(sum(lines.map((one) => one.total.minor)), subtotal.minor);
  assert.equal(sum(lines.map((one) => (reducedTotal(one) ?? one.total).minor)), total.minor);
  assert.equal(sum(lines.flatMap((one) => one.savings ?? []).map(({ amount }) => amount.minor)), saved?.minor);
});

test("leaves out a section that repeats the name of the type", () => {
  assert.equal(distinctSection("Stalls", "Stalls"), undefined);
  assert.equal(distinctSection("Adult", "Stalls"), "Stalls");
  assert.equal(distinctSection("Adult", undefined), undefined);
});
