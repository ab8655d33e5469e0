import assert from "node:assert/strict";
import { test } from "node:test";
import { type CardErrorWords, cardSchema } from "./card-schema.ts";

const WORDS: CardErrorWords = {
  number: "Enter the card number",
  numberWrong: "Check the card number",
  expiry: "Enter the expiry",
  expiryWrong: "Expiry like 07 / 29",
  expiryPast: "This card has expired",
  code: "Enter the security code",
  codeThree: "Three digits",
  codeFour: "Four digits",
  name: "Enter the name on the card",
};
const NOW = new Date("2026-11-21T10:00:00Z");
const typed = { number: "4111 1111 1111 1111", expiry: "12 / 34", code: "123", name: " Ada Lovelace " };

function errorsOf(fields: unknown): Record<string, string> {
  const { error } = cardSchema(WORDS, NOW).safeParse(fields);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
}

test("returns the card as the service takes it", () => {
  assert.deepEqual(cardSchema(WORDS, NOW).parse(typed), {
    number: "4111111111111111",
    expiryMonth: 12,
    expiryYear: 2034,
    cvv: "123",
    name: "Ada Lovelace",
  });
});

test("reports a wrong check digit, an invalid expiry and a past one by different words", () => {
  assert.deepEqual(errorsOf({ ...typed, number: "4111 1111 1111 1112" }), { number: "Check the card number" });
  assert.deepEqual(errorsOf({ ...typed, expiry: "13/34" }), { expiry: "Expiry like 07 / 29" });
  assert.deepEqual(errorsOf({ ...typed, expiry: "10/26" }), { expiry: "This card has expired" });
  assert.deepEqual(errorsOf({ ...typed, expiry: "11/26" }), {});
});

test("requires as many digits of the security code as the card has", () => {
  assert.deepEqual(errorsOf({ ...typed, code: "1234" }), { code: "Three digits" });
  assert.deepEqual(errorsOf({ ...typed, code: "12" }), { code: "Three digits" });
  assert.deepEqual(errorsOf({ ...typed, number: "3782 822463 10005", code: "123" }), { code: "Four digits" });
  assert.deepEqual(errorsOf({ ...typed, number: "3782 822463 10005", code: "1234" }), {});
});
