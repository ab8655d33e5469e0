import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { begunCart, endBegunCart, rememberBegunCart } from "./begun-carts.ts";
import { isReplaced } from "./purchase/replaced-purchase.ts";
import { newCheckoutId, withNewId } from "./purchase/sealed-purchase.ts";

applySettingsInFolder();

const MINUTE_MS = 60_000;

test("P20: a visit leads to its cart until the browser shows the purchase, wherever its cookie came from", async () => {
  rememberBegunCart("visit", "CART000001");
  assert.equal(begunCart("visit"), "CART000001", "the control: the response may have been lost");
  const purchase = { checkoutId: newCheckoutId(), cartId: "CART000001", reservations: [] };
  assert.equal(await isReplaced(purchase), false);
  assert.equal(begunCart("visit"), undefined);
});

test("P20: a purchase that takes a cart over ends the one that was stored before", async () => {
  const content = { cartId: "CART000002", reservations: [] };
  const [first, second] = [withNewId(content, undefined), withNewId(content, undefined, true)];
  assert.equal(await isReplaced(first), false);
  assert.equal(await isReplaced(second), false);
  assert.equal(await isReplaced(first), true);
});

test("P20: the control: of two purchases of a cart neither ends the other without taking it over", async () => {
  const content = { cartId: "CART000003", reservations: [] };
  const [first, second] = [withNewId(content, undefined), withNewId(content, undefined)];
  assert.equal(await isReplaced(second), false);
  assert.equal(await isReplaced(first), false);
});

test("a visit that begins another cart no longer leads to the first, and each is forgotten after twenty minutes", () => {
  rememberBegunCart("visit", "CART000004", 0);
  rememberBegunCart("visit", "CART000005", MINUTE_MS);
  endBegunCart("CART000004");
  assert.equal(begunCart("visit", 2 * MINUTE_MS), "CART000005");
  assert.equal(begunCart("visit", 21 * MINUTE_MS), undefined);
});
