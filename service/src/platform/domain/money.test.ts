import assert from "node:assert/strict";
import test from "node:test";
import { code, codes } from "currency-codes";
import { currencyDigits } from "./money.ts";

/** Gold, test codes and units of account have no minor unit in ISO 4217, and no price is in them. */
const WITHOUT_MINOR_UNIT = /^X(AG|AU|BA|BB|BC|BD|DR|PD|PT|SU|TS|UA|XX)$/;

test("has the decimals of ISO 4217 for every currency", () => {
  const currencies = codes().filter((currency) => !WITHOUT_MINOR_UNIT.test(currency));
  assert.ok(currencies.length > 150);
  for (const currency of currencies) assert.equal(currencyDigits(currency), code(currency)?.digits, currency);
});

test("gives HUF, IDR, COP and PKR two decimals and IQD three, independent of the runtime's data", () => {
  assert.deepEqual(["HUF", "IDR", "COP", "PKR", "IQD", "JPY"].map(currencyDigits), [2, 2, 2, 2, 3, 0]);
});
