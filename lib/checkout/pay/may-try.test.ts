import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { recordCardResult } from "#lib/checkout/declines.ts";
import { checkCardTry, isTestCard, returnTry } from "#lib/checkout/pay/may-try.ts";
import { prove } from "#lib/security/proof/prove.ts";

applySettingsInFolder({ FOYER_ENVIRONMENT: "uat", TEST_CARDS: "4000 0000 0000 0002" });

const REAL_CARD = "4000000000000010";
const NETWORK = "203.0.113.0/24";
const without = { network: undefined, proof: null };

test("limits a network to thirty tries an hour in any number of carts; test cards are not counted", async () => {
  const tried = async (cart: string, number: string) => checkCardTry(cart, number, { network: NETWORK, proof: null });
  for (let at = 0; at < 40; at += 1) assert.equal(await tried("TESTCARD01", "4000000000000002"), "yes");
  for (let at = 0; at < 30; at += 1) assert.equal(await tried(`FRESH000${at}`, REAL_CARD), "yes");
  assert.equal(await tried("FRESH00099", REAL_CARD), "too_many_tries");
  assert.equal(await checkCardTry("FRESH00099", REAL_CARD, { network: "198.51.100.0/24", proof: null }), "yes");
});

test("P37: tries that the service was too busy for do not count", async () => {
  const tryOnce = (cart: string, network: string) => checkCardTry(cart, REAL_CARD, { network, proof: null });
  for (let at = 0; at < 40; at += 1) {
    assert.equal(await tryOnce("BUSYCART01", "192.0.2.0/24"), "yes", `try ${at}`);
    await returnTry("BUSYCART01", REAL_CARD, "192.0.2.0/24");
  }
  // The control: the sixth try that counts is too many.
  for (let at = 0; at < 5; at += 1) assert.equal(await tryOnce("BUSYCART01", "192.0.2.0/24"), "yes");
  assert.equal(await tryOnce("BUSYCART01", "192.0.2.0/24"), "too_many_tries");
});

test("P45: the cards of the test banner are test cards, and in a sandbox alone all others of its processor", () => {
  assert.deepEqual(["4000000000000002", REAL_CARD, "4111111111111129"].map(isTestCard), [true, false, false]);
});

test("during a surge of declines each try needs a proof of work for its own cart", async () => {
  assert.equal(await checkCardTry("CARTBEFORE", REAL_CARD, without), "yes");
  for (let at = 0; at < 20; at += 1) recordCardResult(true);
  const surge = await checkCardTry("CARTSURGE1", REAL_CARD, without);
  assert.ok(typeof surge === "object");
  const proof = await prove(surge.proofRequired);
  assert.equal(
    typeof (await checkCardTry("CARTSURGE2", REAL_CARD, { network: undefined, proof })),
    "object",
    "another cart",
  );
  assert.equal(await checkCardTry("CARTSURGE1", REAL_CARD, { network: undefined, proof }), "yes");
  assert.equal(
    typeof (await checkCardTry("CARTSURGE1", REAL_CARD, { network: undefined, proof })),
    "object",
    "a replay",
  );
  assert.equal(await checkCardTry("CARTSURGE1", "4000000000000002", without), "yes", "a test card");
});
