import assert from "node:assert/strict";
import { test } from "node:test";
import { cardBrand, cardDigits, codeLength, groupDigits, hasExpired, isCardNumber, parseExpiry } from "./card.ts";

test("detects the brand from the first digits", () => {
  const detected = Object.fromEntries(
    [
      "",
      "4",
      "41111",
      "5",
      "51",
      "2221",
      "2220",
      "2720",
      "2721",
      "34",
      "371",
      "36",
      "3528",
      "3527",
      "6011",
      "62",
      "9",
    ].map((digits) => [digits, cardBrand(digits)]),
  );
  assert.deepEqual(detected, {
    "": undefined,
    4: "visa",
    41111: "visa",
    5: undefined,
    51: "mastercard",
    2221: "mastercard",
    2220: undefined,
    2720: "mastercard",
    2721: undefined,
    34: "amex",
    371: "amex",
    36: "diners",
    3528: "jcb",
    3527: undefined,
    6011: "discover",
    62: "unionpay",
    9: undefined,
  });
});

test("parses an expiry in the ways that people write it", () => {
  for (const text of ["0729", "07/29", "07 / 29", "07 / 2029", "7/29", "07-29", "07.29", "072029", " 07/29 "]) {
    assert.deepEqual(parseExpiry(text), { month: 7, year: 2029 }, text);
  }
  assert.deepEqual(parseExpiry("12/30"), { month: 12, year: 2030 });
});

test("rejects a text that is not a month and a year", () => {
  for (const text of ["", "0", "07", "13/29", "00/29", "07/1929", "07/029", "July 2029", "07/29/30"]) {
    assert.equal(parseExpiry(text), undefined, text);
  }
});

test("accepts a card until its month has ended in the last time zone", () => {
  const november = { month: 11, year: 2026 };
  assert.equal(hasExpired(november, new Date("2026-11-30T23:59:59Z")), false);
  assert.equal(hasExpired(november, new Date("2026-12-01T11:59:59Z")), false);
  assert.equal(hasExpired(november, new Date("2026-12-01T12:00:00Z")), true);
  assert.equal(hasExpired({ month: 12, year: 2026 }, new Date("2026-12-31T12:00:00Z")), false);
});

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

test("reads a number and an expiry in the digits of any script", () => {
  for (const number of [
    "٤١١١ ١١١١ ١١١١ ١١١١",
    "۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱",
    "४१११-११११-११११-११११",
    "４１１１　１１１１　１１１１　１１１１\u200e",
  ])
    assert.equal(cardDigits(number), "4111111111111111", number);
  for (const expiry of ["٠٧/٢٩", "۰۷ / ۲۰۲۹", "०७२९", "０７-２９", "\u200e07/29"])
    assert.deepEqual(parseExpiry(expiry), { month: 7, year: 2029 }, expiry);
});
