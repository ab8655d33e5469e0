import assert from "node:assert/strict";
import { test } from "node:test";
import { cardDigits, codeLength, groupDigits, isCardNumber } from "./card-number.ts";

test("removes spaces and dashes of every type, and nothing else", () => {
  assert.equal(cardDigits(" 4111 1111-1111\u00a01111 "), "4111111111111111");
  assert.equal(cardDigits("4111\u20131111"), "41111111");
  assert.equal(cardDigits("4111x"), "4111x");
});

test("accepts a number only with a correct check digit", () => {
  assert.equal(isCardNumber("4111111111111111"), true);
  assert.equal(isCardNumber("4111111111111103"), true);
  assert.equal(isCardNumber("378282246310005"), true);
  assert.equal(isCardNumber("4111111111111112"), false);
  assert.equal(isCardNumber("41111111111"), false);
  assert.equal(isCardNumber("4111x11111111111"), false);
  assert.equal(isCardNumber(""), false);
});

test("digits are grouped as on the card", () => {
  assert.equal(groupDigits("4111111111111111"), "4111 1111 1111 1111");
  assert.equal(groupDigits("41111"), "4111 1");
  assert.equal(groupDigits("4111"), "4111");
  assert.equal(groupDigits("378282246310005"), "3782 822463 10005");
  assert.equal(groupDigits("37828"), "3782 8");
  assert.equal(groupDigits(""), "");
});

test("34 and 37 cards have a code of four digits", () => {
  assert.equal(codeLength("34"), 4);
  assert.equal(codeLength("378282246310005"), 4);
  assert.equal(codeLength("36"), 3);
  assert.equal(codeLength("4111111111111111"), 3);
  assert.equal(codeLength(""), 3);
});
