import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { isBuyer } from "#lib/checkout/outcome/is-buyer.ts";
import { findAttempt, openAttempt } from "#lib/purchase/attempt-store.ts";
import { paymentOwner } from "#lib/purchase/payment-owner.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const KEY = "ABCDEFGH12";
const buyer = { firstName: "Ada", lastName: "Lovelace", email: "Ada@Example.com", optIn: false };

async function paid(cartId: string) {
  const owner = paymentOwner({ checkoutId: "x", cartId, reservations: [], buyer });
  return (await openAttempt(cartId, { amount: { minor: 9700, currency: "AUD" }, keys: [KEY], owner })).attempt;
}

test("P20: recognises the buyer's email in any letter case, and stores it nowhere in plain text", async () => {
  const attempt = await paid("CART1");
  const is = (email: string) => isBuyer({ attempt, saleKeys: [KEY] }, email);
  assert.deepEqual(await Promise.all([is("ada@example.com"), is("  ADA@EXAMPLE.COM ")]), [true, true]);
  for (const wrong of ["", "ada@example.org", "ada", attempt.emailDigest ?? ""]) assert.equal(await is(wrong), false);
  const foreign = await paid("CART2");
  assert.notEqual(foreign.emailDigest, attempt.emailDigest, "two carts of one buyer have different digests");
  // A digest may have the letters of the name, but no @.
  assert.doesNotMatch(JSON.stringify(await findAttempt("CART1")), /@|example/i);
});

test("without a recorded email compares with the sale's; a sale without one matches no email", async () => {
  const sale = { key: KEY, status: "CONFIRMED", event: { id: 1, name: "The Tempest" }, totalPrice: 97 };
  service.behave(fixture.answers({ ...sale, data: { EMAIL: "ada@example.com" } }));
  assert.equal(await isBuyer({ saleKeys: [KEY] }, "Ada@example.com"), true);
  assert.equal(await isBuyer({ saleKeys: [KEY] }, "grace@example.com"), false);
  assert.equal(await isBuyer({ saleKeys: [] }, ""), false);
  service.behave(fixture.answers(sale));
  for (const email of ["", "ada@example.com"]) assert.equal(await isBuyer({ saleKeys: [KEY] }, email), false);
});
