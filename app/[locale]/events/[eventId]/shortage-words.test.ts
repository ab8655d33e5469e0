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
  stillChosen: (lines) =>
    `Your ${lines.map(({ name, quantity }) => `${quantity} ${name}`).join(" and ")} are still selected, not yet reserved.`,
};
const names = new Map([
  [1, "General admission"],
  [2, "Concession"],
  [3, "Child"],
]);
const wanted = [
  { ticketTypeId: 1, quantity: 2 },
  { ticketTypeId: 2, quantity: 2 },
];

test("a shortage names the type and the number left, and the others stay selected", () => {
  const shortages = [{ ticketTypeId: 2, refusal: "not_enough", left: 1 }] as const;
  assert.equal(
    shortageText({ refusal: "not_enough", shortages }, wanted, names, words),
    "Only 1 Concession is left. Your 2 General admission are still selected, not yet reserved.",
  );
});

test("several short types are each named, and a list reads as a list", () => {
  const three = [...wanted, { ticketTypeId: 3, quantity: 1 }];
  const shortages = [{ ticketTypeId: 3, refusal: "sold_out", left: 0 }] as const;
  assert.equal(
    shortageText({ refusal: "sold_out", shortages }, three, names, words),
    "Child is sold out. Your 2 General admission and 2 Concession are still selected, not yet reserved.",
  );
  const all = [
    { ticketTypeId: 1, refusal: "not_enough", left: 3 },
    { ticketTypeId: 2, refusal: "over_limit" },
  ] as const;
  assert.equal(
    shortageText({ refusal: "not_enough", shortages: all }, wanted, names, words),
    "Only 3 General admission are left. Concession: over the limit.",
  );
});

test("without a ticket type the refusal itself has a text", () => {
  assert.equal(shortageText({ refusal: "closed", shortages: [] }, wanted, names, words), "Refused: closed.");
});
