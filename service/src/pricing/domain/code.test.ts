import assert from "node:assert/strict";
import { test } from "node:test";
import { type Code, type CodeResult, isOpen, onceEach, splitCodes, type TypedCode, whyNotValid } from "./code.ts";

const START = new Date("2026-12-01T00:00:00.000Z");
const END = new Date("2026-12-04T06:30:00.000Z");
const before = (instant: Date) => new Date(instant.getTime() - 1);
const after = (instant: Date) => new Date(instant.getTime() + 1);

const CODE: Code = {
  id: 1,
  version: 1,
  text: "SPRING",
  kind: "DISCOUNT",
  discountId: 7,
  ticketTypeIds: [],
  ticketTypeEventIds: [],
  eventIds: [],
  validFrom: START,
  validTo: END,
  maximumUses: 2,
  uses: 1,
  enabled: true,
};

const typed = (change: Partial<Code> = {}, hasClaimedUse = false): TypedCode => {
  return { typed: "spring", code: { ...CODE, ...change }, hasClaimedUse };
};

const table: readonly (readonly [what: string, one: TypedCode, now: Date, why: CodeResult | undefined])[] = [
  ["1 ms before its start", typed(), before(START), "NOT_YET"],
  ["at its start", typed(), START, undefined],
  ["1 ms before its end", typed(), before(END), undefined],
  ["at its end", typed(), END, "ENDED"],
  ["1 ms after its end", typed(), after(END), "ENDED"],
  ["without an end", typed({ validTo: undefined }), new Date("2199-01-01"), undefined],
  ["without a start", typed({ validFrom: undefined }), new Date("2000-01-01"), undefined],
  ["with one use left", typed({ uses: 1 }), START, undefined],
  ["without a use left", typed({ uses: 2 }), START, "USED_UP"],
  ["without a limit of uses", typed({ uses: 1_000_000, maximumUses: undefined }), START, undefined],
  ["disabled", typed({ enabled: false }), START, "UNKNOWN"],
  ["claimed by the cart, at its end", typed({}, true), END, undefined],
  ["claimed by the cart, without a use left", typed({ uses: 2 }, true), START, undefined],
  ["that does not exist", { typed: "spring", hasClaimedUse: false }, START, "UNKNOWN"],
];

for (const [what, one, now, why] of table) {
  test(`finds a code ${what} ${why ?? "valid"}`, () => assert.equal(whyNotValid(one, now), why));
}

test("requires a booking and a reveal code of a ticket type that is hidden and needs a booking code", () => {
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

test("splits codes at any white space and keeps the first spelling of a repeated code", () => {
  assert.deepEqual(splitCodes("  Spring \u00a0 SPRING\tＳＰＲＩＮＧ\nother "), ["Spring", "other"]);
  assert.deepEqual(onceEach(["a", "B", "A", "b"]), ["a", "B"]);
  assert.deepEqual(splitCodes(" \n"), []);
});
