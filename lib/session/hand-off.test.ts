import assert from "node:assert/strict";
import { test } from "node:test";
import { openHandOff, sealHandOff } from "#lib/session/hand-off.ts";
import { seal } from "#lib/session/seal.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

applySettings();

const MINE = { checkoutId: "my visit" };
const FIELDS = [
  ["event", "12"],
  ["qty.3", "2"],
] as const;

test("P21: a hand-off opens once, in the visit that it was made for", async () => {
  const token = await sealHandOff(MINE, FIELDS);
  assert.deepEqual(await openHandOff(MINE, token), FIELDS);
  assert.equal(await openHandOff(MINE, token), undefined, "a replay");
});

test("P21: another browser, no browser, and a visit that has moved on are refused", async () => {
  const token = await sealHandOff(MINE, FIELDS);
  assert.equal(await openHandOff({ checkoutId: "another visit" }, token), undefined);
  assert.equal(await openHandOff(undefined, token), undefined);
  // Nobody else uses it up for its owner.
  assert.deepEqual(await openHandOff(MINE, token), FIELDS);
});

test("P21: one that is 61 seconds old is refused", async () => {
  assert.equal(await openHandOff(MINE, await sealHandOff(MINE, FIELDS, -1)), undefined);
});

test("P21: what was sealed for something else, or changed, opens nothing", async () => {
  const foreign = await seal("visit", { id: "1", checkoutId: "my visit", fields: [] });
  const token = await sealHandOff(MINE, FIELDS);
  for (const text of [foreign, "", token.slice(0, -2), token.slice(1)])
    assert.equal(await openHandOff(MINE, text), undefined);
});
