import assert from "node:assert/strict";
import { test } from "node:test";
import { distinctSection } from "#lib/ticketing/model/admission.ts";
import { mergeLines, type OrderLine } from "./order-lines.ts";

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

test("leaves out a section that repeats the name of the type", () => {
  assert.equal(distinctSection("Stalls", "Stalls"), undefined);
  assert.equal(distinctSection("Adult", "Stalls"), "Stalls");
  assert.equal(distinctSection("Adult", undefined), undefined);
});
