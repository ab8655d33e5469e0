import assert from "node:assert/strict";
import { test } from "node:test";
import { advice, codes } from "#lib/ticketing/wire/purchase/savings.ts";

const aud = (amount: number) => ({ amount, currency: "AUD" });
const minor = (amount: number) => ({ minor: amount, currency: "AUD" });

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
      { rule: "festivalDiscount:2", name: "Festival pass", saves: aud(12), total: aud(83), missing },
      { rule: "festivalDiscount:3", name: "Nothing to add", saves: aud(12), total: aud(83), missing: [] },
      { rule: "festivalDiscount:4", name: "No total", saves: aud(12), missing },
    ]),
    [
      {
        rule: "festivalDiscount:2",
        name: "Festival pass",
        total: minor(8300),
        missing: [{ eventId: 3, eventName: "Hamlet", ticketTypes: [{ id: 9, name: "Adult" }], quantity: 1 }],
      },
    ],
  );
});
