import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { toDecimal } from "#src/platform/domain/money.ts";
import type { LockedSale, SaleState } from "#src/reservations/domain/sale.ts";
import { validatePayment } from "./payment.ts";

function sale(minor: number, status: SaleState = "LOCKED", more: Partial<LockedSale> = {}): LockedSale {
  const total = { minor, currency: "AUD" };
  const ended = { expired: false, pastGrace: false, holdsStock: true, secondsLeft: 0 };
  return { eventId: 1, id: 1, key: "K", cartKey: "C", status, total, ...ended, ...more };
}

const answerOf = (rows: readonly LockedSale[], ...texts: readonly string[]) => {
  const due = validatePayment(
    rows,
    texts.map((text) => ({ method: "CREDIT_CARD" as const, text })),
    "AUD",
  );
  return due.ok ? "PAY" : due.answer.type;
};

test("P09: of all amounts, only the exact one pays", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50_000_000), { minLength: 1, maxLength: 4 }), fc.integer(), (totals, offered) => {
      const rows = totals.map((minor) => sale(minor));
      const due = totals.reduce((sum, minor) => sum + minor, 0);
      assert.equal(answerOf(rows, toDecimal({ minor: due, currency: "AUD" })), "PAY");
      const other = answerOf(rows, toDecimal({ minor: offered, currency: "AUD" }));
      assert.equal(other, offered === due ? "PAY" : "WRONG_AMOUNT");
    }),
  );
});

test("parts are added exactly, and a part of zero is refused", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), (one, other) => {
      const due = validatePayment(
        [sale(one + other)],
        [
          { method: "CASH", text: toDecimal({ minor: one, currency: "AUD" }) },
          { method: "CREDIT_CARD", text: toDecimal({ minor: other, currency: "AUD" }) },
        ],
        "AUD",
      );
      assert.ok(due.ok);
      assert.deepEqual(due.parts, [
        { method: "CASH", minor: one },
        { method: "CREDIT_CARD", minor: other },
      ]);
      assert.equal(answerOf([sale(one)], toDecimal({ minor: one, currency: "AUD" }), "0.00"), "WRONG_AMOUNT");
    }),
  );
});

const table: readonly (readonly [what: string, rows: readonly LockedSale[], answer: string])[] = [
  ["locked", [sale(100)], "PAY"],
  ["locked and expired, its places returned", [sale(100, "LOCKED", { expired: true, holdsStock: false })], "PAY"],
  ["not locked yet", [sale(100, "RESERVED")], "WRONG_STATE"],
  ["one locked, one not", [sale(60), sale(40, "RESERVED")], "WRONG_STATE"],
  ["being paid for", [sale(100, "PROCESSING")], "WRONG_STATE"],
  ["another part is being paid for", [sale(100), sale(5, "PROCESSING")], "WRONG_STATE"],
  ["paid for", [sale(100, "CONFIRMED")], "WRONG_STATE"],
  ["beyond the grace", [sale(100, "LOCKED", { expired: true, pastGrace: true })], "NO_SALES"],
  ["nothing there", [], "NO_SALES"],
  ["one is paid for, this one is due", [sale(5, "CONFIRMED"), sale(100)], "PAY"],
];
for (const [what, rows, expected] of table)
  test(`${what}: ${expected}`, () => assert.equal(answerOf(rows, "1.00"), expected));
