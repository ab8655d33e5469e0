import assert from "node:assert/strict";
import { test } from "node:test";
import { format, inspect } from "node:util";
import { Card } from "./card.ts";

const FIELDS = { name: "Ada Lovelace", number: "4111111111111111", expiryMonth: 12, expiryYear: 2031, cvv: "737" };

const WAYS_TO_PRINT: readonly (readonly [way: string, print: (card: object) => string])[] = [
  ["JSON", (card) => JSON.stringify({ card })],
  ["inspection", (card) => inspect({ card }, { depth: null, showHidden: true })],
  ["inspection without our hook", (card) => inspect(card, { customInspect: false, showHidden: true })],
  ["text", (card) => `${card}`],
  ["a log format", (card) => format("%s %o %j", card, card, card)],
  ["a copy of its fields", (card) => JSON.stringify({ ...card })],
  ["a structured clone", (card) => inspect(structuredClone({ ...card }))],
  ["an error that carries it", (card) => inspect(new Error("refused", { cause: { card } }))],
];

for (const [way, print] of WAYS_TO_PRINT) {
  test(`P01: ${way} shows nothing of a card`, () => {
    assert.doesNotMatch(print(new Card(FIELDS)), /4111|737|Lovelace|2031/);
  });
}

test("a card without its wrapper is caught by the same search", () => {
  const caught = WAYS_TO_PRINT.filter(([, print]) => /4111|737|Lovelace|2031/.test(print(FIELDS)));
  assert.equal(caught.length, 7, "all but bare text, which says [object Object]");
});

test("a card prints as [card]", () => {
  const card = new Card(FIELDS);
  assert.equal(`${card} ${JSON.stringify(card)} ${inspect(card)}`, '[card] "[card]" [card]');
  assert.equal(card.reveal().number, "4111111111111111");
});
