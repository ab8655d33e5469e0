import assert from "node:assert/strict";
import { test } from "node:test";
import { clampToLimits, isSameSelection, parseReserveForm } from "./reserve-form.ts";

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

test("reads quantities by ticket type, and omits zero", () => {
  const read = parseReserveForm(
    form({
      event: "7",
      "qty.12": "2",
      "qty.14": "0",
      "qty.15": "",
      code: " SAVE10 ",
      ref: "dj-kim",
      utm_source: "poster",
    }),
  );
  assert.deepEqual(read, {
    eventId: 7,
    wanted: [{ ticketTypeId: 12, quantity: 2 }],
    code: "SAVE10",
    source: { ref: "dj-kim", utm: { source: "poster" } },
    shown: undefined,
  });
});

test("limits numbers and the length of lists", () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`qty.${n + 1}`, "999999999"]));
  const { wanted } = parseReserveForm(form(many));
  assert.equal(wanted.length, 50);
  assert.deepEqual(wanted[0], { ticketTypeId: 1, quantity: 999 });
});

test("reduces a quantity to the limit, and omits unknown ticket types", () => {
  const wanted = [
    { ticketTypeId: 1, quantity: 9 },
    { ticketTypeId: 2, quantity: 2 },
    { ticketTypeId: 3, quantity: 1 },
  ];
  const types = [
    { id: 1, maximum: 2 },
    { id: 2, maximum: 8 },
  ];
  assert.deepEqual(clampToLimits(wanted, types), [
    { ticketTypeId: 1, quantity: 2 },
    { ticketTypeId: 2, quantity: 2 },
  ]);
});

test("a ticket type whose service states no limit per order keeps the wanted quantity", () => {
  assert.deepEqual(clampToLimits([{ ticketTypeId: 1, quantity: 9 }], [{ id: 1 }]), [{ ticketTypeId: 1, quantity: 9 }]);
});

test("the same selection in another order is the same", () => {
  const a = { ticketTypeId: 1, quantity: 2 };
  const b = { ticketTypeId: 2, quantity: 1 };
  assert.equal(isSameSelection([a, b], [b, a]), true);
  assert.equal(isSameSelection([a], [a, b]), false);
  assert.equal(isSameSelection([a], [{ ...a, quantity: 1 }]), false);
});
