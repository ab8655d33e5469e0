import assert from "node:assert/strict";
import { test } from "node:test";
import { isLuhnValid, readCard } from "./card.ts";
import { TEST_CARDS } from "./test-cards.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const GOOD = { number: "4111111111111111", expiryMonth: 12, expiryYear: 2030, cvv: "123" };

test("has distinct test cards with valid check digits", () => {
  assert.equal(TEST_CARDS.size, 29);
  for (const number of TEST_CARDS.keys()) assert.equal(isLuhnValid(number), true, number);
});

test("refuses a number with one digit changed or two neighbours swapped", () => {
  assert.equal(isLuhnValid("4111111111111112"), false);
  assert.equal(isLuhnValid("1411111111111111"), false);
  assert.equal(isLuhnValid("411111111111"), false);
  assert.equal(isLuhnValid("4111 1111 1111 1111"), false);
  assert.equal(isLuhnValid(""), false);
  assert.equal(isLuhnValid("5500005555555559"), true);
});

test("refuses a card whose number, expiry or security code is malformed", () => {
  assert.deepEqual(readCard(GOOD, NOW), { kind: "authorised" });
  assert.equal(readCard({ ...GOOD, number: "4111111111111112" }, NOW), "invalid_number");
  assert.equal(readCard({ ...GOOD, number: "4111111111111004" }, NOW), "test_cards_only");
  assert.equal(readCard({ ...GOOD, number: "5500005555555559" }, NOW), "test_cards_only");
  assert.equal(readCard({ ...GOOD, expiryMonth: 13 }, NOW), "invalid_expiry");
  assert.equal(readCard({ ...GOOD, expiryMonth: 0 }, NOW), "invalid_expiry");
  assert.equal(readCard({ ...GOOD, cvv: "12" }, NOW), "invalid_security_code");
  assert.equal(readCard({ ...GOOD, cvv: "1234" }, NOW), "invalid_security_code");
});

test("accepts a card until the end of its month", () => {
  const december = { ...GOOD, expiryMonth: 12, expiryYear: 2026 };
  assert.deepEqual(readCard(december, new Date("2026-12-31T23:59:59.999Z")), { kind: "authorised" });
  assert.equal(readCard(december, new Date("2027-01-01T00:00:00Z")), "expired_card");
  assert.equal(readCard({ ...GOOD, expiryMonth: 10, expiryYear: 2026 }, NOW), "expired_card");
});
