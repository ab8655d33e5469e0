import assert from "node:assert/strict";
import { test } from "node:test";
import { cardBrand } from "./card-brand.ts";

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
    ...{ "": undefined, 4: "visa", 41111: "visa", 5: undefined, 51: "mastercard" },
    ...{ 2221: "mastercard", 2220: undefined, 2720: "mastercard", 2721: undefined },
    ...{ 34: "amex", 371: "amex", 36: "diners", 3528: "jcb", 3527: undefined },
    ...{ 6011: "discover", 62: "unionpay", 9: undefined },
  });
});
