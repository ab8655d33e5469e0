import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Card } from "#lib/ticketing/card.ts";
import { Credential } from "#lib/ticketing/client/credential.ts";

const details = { name: "Ada", number: "4111 1111 1111 1111", expiryMonth: 12, expiryYear: 2030, cvv: "987" };
const card = new Card(details);
const credential = new Credential("shop", "a secret word");

for (const [name, wrapped, shown] of [
  ["card", card, "[card]"],
  ["credential", credential, "[credential]"],
] as const) {
  test(`P13: a ${name} prints as ${shown}, alone and inside an object`, () => {
    assert.equal(`${wrapped}`, shown);
    assert.equal(JSON.stringify({ wrapped }), `{"wrapped":"${shown}"}`);
    assert.equal(inspect({ wrapped }, { showHidden: true, depth: 9 }), `{ wrapped: ${shown} }`);
    assert.deepEqual({ ...wrapped }, {});
    assert.deepEqual(Object.getOwnPropertyNames(wrapped), []);
  });
}

test("the control: a plain value is printed", () => {
  assert.match(inspect({ details }), /4111 1111/);
});

test("only the request contains them", () => {
  assert.deepEqual(card.forWire(), { ...details, number: "4111111111111111" });
  assert.equal(credential.authorization(), "Basic c2hvcDphIHNlY3JldCB3b3Jk");
});
