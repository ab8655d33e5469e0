import assert from "node:assert/strict";
import { test } from "node:test";
import { type ShortageWords, shortageText } from "./shortage-words.ts";

const words: ShortageWords = {
  refusal: (refusal) => `Refused: ${refusal}.`,
  left: (name, left) => `Only ${left} ${name} ${left === 1 ? "is" : "are"} left.`,
  soldOut: (name) => `${name} is sold out.`,
  overLimit: (name) => `${name}: over the limit.`,
  underMinimum: (name) => `${name}: too few.`,
  notOnSale: (name) => `${name} is not on sale.`,
  notReserved: "Your choice is not reserved yet.",
};
const names = new Map([
  [1, "General admission"],
  [2, "Concession"],
  [3, "Child"],
]);

test("a shortage names the type and the number left", () => {
  const shortages = [{ ticketTypeId: 2, refusal: "not_enough", left: 1 }] as const;
  assert.equal(
    shortageText({ refusal: "not_enough", shortages }, names, words),
    "Only 1 Concession is left. Your choice is not reserved yet.",
  );
});

test("several short types are each named", () => {
  const shortages = [{ ticketTypeId: 3, refusal: "sold_out", left: 0 }] as const;
  assert.equal(
    shortageText({ refusal: "sold_out", shortages }, names, words),
    "Child is sold out. Your choice is not reserved yet.",
  );
  const all = [
    { ticketTypeId: 1, refusal: "not_enough", left: 3 },
    { ticketTypeId: 2, refusal: "over_limit" },
  ] as const;
  assert.equal(
    shortageText({ refusal: "not_enough", shortages: all }, names, words),
    "Only 3 General admission are left. Concession: over the limit. Your choice is not reserved yet.",
  );
});

test("without a ticket type the refusal itself has a text", () => {
  assert.equal(shortageText({ refusal: "closed", shortages: [] }, names, words), "Refused: closed.");
});
