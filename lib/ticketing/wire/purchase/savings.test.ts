import assert from "node:assert/strict";
import { test } from "node:test";
import { codesRefused, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { advice, codes, discounts, quoted, savings } from "#lib/ticketing/wire/purchase/savings.ts";

const aud = (amount: number) => ({ amount, currency: "AUD" });
const minor = (amount: number) => ({ minor: amount, currency: "AUD" });

test("a service without savings gives empty lists", () => {
  for (const list of [savings, codes, advice, discounts]) {
    assert.deepEqual(list.parse(undefined), []);
    assert.deepEqual(list.parse(null), []);
  }
});

test("a saving has a name, its own or its rule's, and an exact amount", () => {
  assert.deepEqual(
    savings.parse([
      { rule: "multipack:7", name: "Three for two", amount: aud(9.5) },
      { name: "A", amount: aud(1) },
    ]),
    [
      { rule: "multipack:7", name: "Three for two", amount: minor(950) },
      { rule: "A", name: "A", amount: minor(100) },
    ],
  );
  assert.equal(savings.safeParse([{ rule: "x" }]).success, false);
});

test("each code has its own result; an unknown result has no effect", () => {
  assert.deepEqual(
    codes.parse([
      { code: "SAVE10", result: "APPLIED", saving: aud(9.5), message: "Took off 9.50." },
      { code: "NOPE", result: "UNKNOWN", message: "There is no such code." },
      { code: "ODD", result: "SPLENDID" },
      { code: "ODDER", saving: aud(1) },
      { result: "APPLIED" },
    ]),
    [
      { code: "SAVE10", result: "APPLIED", saving: minor(950) },
      { code: "NOPE", result: "UNKNOWN" },
      { code: "ODD", result: "NO_EFFECT" },
      { code: "ODDER", result: "APPLIED", saving: minor(100) },
    ],
  );
});

test("advice names the missing tickets, and is left out where it is unreadable", () => {
  const missing = [
    { event: { id: 3, name: "Hamlet" }, eventDate: null, ticketTypes: [{ id: 9, name: "Adult" }], quantity: 1 },
  ];
  assert.deepEqual(
    advice.parse([
      { rule: "festivalDiscount:2", name: "Festival pass", saves: aud(12), missing },
      { rule: "festivalDiscount:3", name: "Nothing to add", saves: aud(12), missing: [] },
    ]),
    [
      {
        rule: "festivalDiscount:2",
        name: "Festival pass",
        saves: minor(1200),
        missing: [{ eventId: 3, eventName: "Hamlet", ticketTypeIds: [9], quantity: 1 }],
      },
    ],
  );
});

test("reads a discount", () => {
  const facts = {
    kind: "MULTIPACK",
    packPrice: aud(100),
    quantity: 3,
    events: [{ id: 3, name: "Hamlet" }],
    tag: "saturday",
  };
  assert.deepEqual(discounts.parse([{ rule: "multipack:7", name: "Three", ...facts }, { kind: "RAFFLE" }]), [
    { rule: "multipack:7", name: "Three", ...facts, packPrice: minor(10000) },
  ]);
});

test("a quote is read whole or not at all", () => {
  const sums = {
    subtotal: aud(95),
    savings: [{ rule: "discount:1", name: "Ten off", amount: aud(9.5) }],
    total: aud(85.5),
  };
  assert.deepEqual(quoted.parse(sums), {
    subtotal: minor(9500),
    savings: [{ rule: "discount:1", name: "Ten off", amount: minor(950) }],
    total: minor(8550),
    codes: [],
    advice: [],
  });
  assert.equal(quoted.safeParse({ subtotal: aud(95) }).success, false);
});

test("reads why the codes did not change", () => {
  const no = (code: string) => codesRefused(refused.parse({ successful: false, errors: [{ code }] }));
  assert.deepEqual(
    [no("HOLD_ENDED"), no("WRONG_STATE"), no("CODE_REQUIRED"), no("RANGE")],
    ["reservation_expired", "wrong_state", "code_required", "refused"],
  );
});
