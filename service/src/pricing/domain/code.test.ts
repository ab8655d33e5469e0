import assert from "node:assert/strict";
import { test } from "node:test";
import { type Code, type CodeResult, isOpen, onceEach, splitCodes, type TypedCode, whyNotGood } from "./code.ts";

const START = new Date("2026-12-01T00:00:00.000Z");
const END = new Date("2026-12-04T06:30:00.000Z");
const before = (instant: Date) => new Date(instant.getTime() - 1);
const after = (instant: Date) => new Date(instant.getTime() + 1);

const CODE: Code = {
  ...{
    id: 1,
    text: "SPRING",
    kind: "DISCOUNT",
    discountId: 7,
    ticketTypeIds: [],
    ticketTypeEventIds: [],
    eventIds: [],
  },
  ...{ validFrom: START, validTo: END, maximumUses: 2, uses: 1, enabled: true },
};

const typed = (change: Partial<Code> = {}, holdsUse = false): TypedCode => {
  return { typed: "spring", code: { ...CODE, ...change }, holdsUse };
};

const table: readonly (readonly [what: string, one: TypedCode, now: Date, why: CodeResult | undefined])[] = [
  ["the last moment before it is valid", typed(), before(START), "NOT_YET"],
  ["the very moment that it becomes valid", typed(), START, undefined],
  ["the last moment in which it is valid", typed(), before(END), undefined],
  ["the very moment that it ends", typed(), END, "ENDED"],
  ["a moment after its end", typed(), after(END), "ENDED"],
  ["long after, without an end", typed({ validTo: undefined }), new Date("2199-01-01"), undefined],
  ["long before, without a start", typed({ validFrom: undefined }), new Date("2000-01-01"), undefined],
  ["its last use is free", typed({ uses: 1 }), START, undefined],
  ["its last use is taken", typed({ uses: 2 }), START, "USED_UP"],
  ["it has no limit", typed({ uses: 1_000_000, maximumUses: undefined }), START, undefined],
  ["it was switched off", typed({ enabled: false }), START, "UNKNOWN"],
  ["a cart that holds a use, after the end", typed({}, true), END, undefined],
  ["a cart that holds the last use", typed({ uses: 2 }, true), START, undefined],
  ["nobody has such a code", { typed: "spring", holdsUse: false }, START, "UNKNOWN"],
];

for (const [what, one, now, why] of table) {
  test(`a code, ${what}: ${why ?? "good"}`, () => assert.equal(whyNotGood(one, now), why));
}

test("what is hidden and needs a booking code needs one of each kind, and each for its own", () => {
  const type = { eventId: 3, ticketTypeId: 5, codeRequired: true, hidden: true };
  const booking: Code = { ...CODE, kind: "BOOKING", discountId: undefined };
  const reveal: Code = { ...booking, kind: "REVEAL" };
  assert.equal(isOpen(type, [booking]), false);
  assert.equal(isOpen(type, [reveal]), false);
  assert.equal(isOpen(type, [booking, reveal]), true);
  assert.equal(isOpen(type, [booking, { ...reveal, eventIds: [4] }]), false);
  assert.equal(isOpen(type, [{ ...booking, ticketTypeIds: [6] }, reveal]), false);
  assert.equal(isOpen({ ...type, codeRequired: false, hidden: false }, []), true);
});

test("one box, any white space, and a code that is typed twice is one, as it was typed first", () => {
  assert.deepEqual(splitCodes("  Spring \u00a0 SPRING\tＳＰＲＩＮＧ\nother "), ["Spring", "other"]);
  assert.deepEqual(onceEach(["a", "B", "A", "b"]), ["a", "B"]);
  assert.deepEqual(splitCodes(" \n"), []);
});
