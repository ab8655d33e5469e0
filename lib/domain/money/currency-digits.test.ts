import assert from "node:assert/strict";
import test from "node:test";
import { code, codes } from "currency-codes";
import { currencyDigits } from "./currency-digits.ts";

/** Gold, test codes and units of account: ISO 4217 has no minor unit for them, and prices do not use them. */
const WITHOUT_MINOR_UNIT = /^X(AG|AU|BA|BB|BC|BD|DR|PD|PT|SU|TS|UA|XX)$/;

test("every currency has the decimals that ISO 4217 publishes for it", () => {
  const currencies = codes().filter((currency) => !WITHOUT_MINOR_UNIT.test(currency));
  assert.ok(currencies.length > 150);
  for (const currency of currencies) assert.equal(currencyDigits(currency), code(currency)?.digits, currency);
});

test("HUF, IDR, COP and PKR have two decimals and IQD three, whatever the runtime shows", () => {
  assert.deepEqual(["HUF", "IDR", "COP", "PKR", "IQD", "JPY"].map(currencyDigits), [2, 2, 2, 2, 3, 0]);
});
