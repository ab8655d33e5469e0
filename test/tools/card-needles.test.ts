import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { cardNeedle, REAL_CARD, SECURITY_CODE } from "#test/tools/card-needles.ts";
import { leaksIn } from "#test/tools/leak-scan.ts";
import type { Needle } from "#test/tools/needles.ts";

const contains = (needle: Needle, text: string) => leaksIn("x", Buffer.from(text), [needle]).length > 0;

for (const text of [
  '{"number":"5555555555554444"}',
  "4242 4242 4242 4242",
  "number=4242+4242+4242+4242&",
  "number=4242%204242%204242%204242",
  "378282246310005",
  "3782 822463 10005",
  "\\n6011111111111117\\n",
]) {
  test(`finds a card number in ${text}`, () => assert.equal(contains(REAL_CARD, text), true));
}

for (const text of [
  "4242424242424241",
  "0.4242424242424242",
  "42424242424242420",
  "a4242424242424242",
  "4242-4242-4242-4242-1",
  "1763800000000",
]) {
  test(`finds no card number in ${text}`, () => assert.equal(contains(REAL_CARD, text), false));
}

test("counts a test card as a card number but not as a real one, and excludes given cards", () => {
  assert.equal(contains(REAL_CARD, "4111 1111 1111 1103"), false);
  assert.equal(contains(cardNeedle(), "4111 1111 1111 1103"), true);
  assert.equal(contains(cardNeedle(["4111 1111 1111 1103"]), "4111111111111103"), false);
  assert.equal(contains(cardNeedle(["4111 1111 1111 1103"]), "4111111111111103, 4111111111111111"), true);
});

test("P60: finds a real card in a file of a trace", () => {
  const trace = Buffer.from(zipSync({ "trace.network": strToU8('{"text":"number=4242424242424242"}') }));
  assert.deepEqual(leaksIn("trace.zip", trace, [REAL_CARD]), [
    { where: "trace.zip › trace.network", needle: "a card number off the test list" },
  ]);
});

test("finds a security code only after its name", () => {
  for (const text of ['{"cvv":"123"}', '{\\"cvc\\":\\"1234\\"}', "cvv2: 123"])
    assert.equal(contains(SECURITY_CODE, text), true);
  for (const text of ["123", "cvv is missing", "cvv: 12345"]) assert.equal(contains(SECURITY_CODE, text), false);
});
