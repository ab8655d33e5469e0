import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { isProven, newChallenge } from "#lib/security/proof/proof.ts";
import { prove } from "#lib/security/proof/prove.ts";
import { seal } from "#lib/security/seal.ts";

applySettingsInFolder();

test("accepts the browser's proof once", async () => {
  const proof = await prove(await newChallenge("reserve 7"));
  assert.equal(await isProven("reserve 7", proof), true);
  assert.equal(await isProven("reserve 7", proof), false, "a replay");
});

test("refuses a proof for another event or purpose, without using it up", async () => {
  const proof = await prove(await newChallenge("reserve 7"));
  for (const purpose of ["reserve 8", "reserve 70", "pay 7", ""]) assert.equal(await isProven(purpose, proof), false);
  assert.equal(await isProven("reserve 7", proof), true);
});

test("refuses a late proof", async () => {
  assert.equal(await isProven("reserve 7", await prove(await newChallenge("reserve 7", { seconds: -1 }))), false);
});

test("refuses a wrong number, a changed challenge and a forged one", async () => {
  const { token } = await newChallenge("reserve 7");
  const ours = await seal("visit", { id: "1", purpose: "reserve 7", number: 5 }, 60);
  const right = (await prove(await newChallenge("reserve 7"))) ?? "";
  const texts = [
    `900.${token}`,
    `${right.slice(0, -2)}`,
    `5.${ours}`,
    `1e1.${token}`,
    token,
    "",
    null,
    undefined,
    "0.",
  ];
  for (const text of texts) assert.equal(await isProven("reserve 7", text), false, String(text));
});
