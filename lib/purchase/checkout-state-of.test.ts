import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { addOwner, openAttempt, settleAttempt } from "#lib/purchase/attempt-store.ts";
import { checkoutDigestOf, paymentOwner } from "#lib/purchase/payment-owner.ts";
import { newCheckoutId, type Purchase } from "#lib/session/purchase/sealed-purchase.ts";
import { checkoutStateOf } from "./checkout-state-of.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const amount = { minor: 9700, currency: "AUD" };
const KEY = "ABCDEFGH12";
const buyer = { firstName: "Ada", lastName: "Lovelace", email: "Ada@Example.com", optIn: false };
let carts = 0;

function newPurchase(): Purchase {
  carts += 1;
  const reservations = [{ key: KEY, eventId: 1, eventName: "The Tempest", lines: [] }];
  return { checkoutId: newCheckoutId(), cartId: `CART${carts}`, reservations };
}

let issues = 0;

/** The same Cart in the browser that pays: with the Buyer's details and an id of its own. */
function successorOf(purchase: Purchase): Purchase {
  issues += 1;
  return {
    ...purchase,
    buyer,
    checkoutId: newCheckoutId(),
    replaces: purchase.checkoutId,
    issuedAt: Date.now() + issues,
  };
}

async function pay(purchase: Purchase, state: "paid" | "mixed" | "open" = "paid") {
  const { attempt } = await openAttempt(purchase.cartId, { amount, keys: [KEY], owner: paymentOwner(purchase) });
  const results = [{ key: KEY, eventId: 1, eventName: "The Tempest", result: "paid" as const }];
  if (state !== "open") await settleAttempt(attempt, state, state === "mixed" ? results : undefined);
  return attempt;
}

const stateOf = async (purchase: Purchase) => (await checkoutStateOf(purchase, new Date())).state;

function serviceReserves({ cartId }: Purchase, status = "RESERVED"): void {
  const expiry = new Date(Date.now() + 600_000).toISOString();
  const sale = { key: KEY, status, event: { id: 1, name: "The Tempest" }, total: 97, expiry, items: [] };
  service.behave(fixture.answers({ key: cartId, total: 97, sales: [sale], expiry, expirySeconds: 600 }));
}

test("P20: a planted cookie from before the payment sees that the order is paid, and not its tickets", async () => {
  const planted = newPurchase();
  const victims = successorOf(planted);
  await pay(victims);
  assert.deepEqual([await stateOf(planted), await stateOf(victims)], ["email_needed", "paid"]);
});

test("the checkout id from before the payment must enter the email as well", async () => {
  const pressed = newPurchase();
  await pay(successorOf(pressed));
  assert.equal(await stateOf({ ...pressed, buyer }), "email_needed");
});

test("a cart paid in part shows its tickets to the browser that paid, and to no older id", async () => {
  const planted = newPurchase();
  const victims = successorOf(planted);
  await pay(victims, "mixed");
  serviceReserves(victims, "CONFIRMED");
  assert.deepEqual([await stateOf(planted), await stateOf(victims)], ["email_needed", "paid"]);
});

test("a payment that begins and ends while the cart is read is seen, also where its service keeps no paid sales", async () => {
  const purchase = successorOf(newPurchase());
  service.behave((response, request) => {
    void pay(purchase).then(() => fixture.answers({}, 404)(response, request));
  });
  assert.equal(await stateOf(purchase), "paid");
});

test("while a payment is open, every id of the cart sees that it is", async () => {
  const planted = newPurchase();
  const victims = successorOf(planted);
  await pay(victims, "open");
  assert.deepEqual([await stateOf(planted), await stateOf(victims)], ["paying", "paying"]);
});

test("a sale paid without a recorded attempt requires the email as well", async () => {
  const purchase = newPurchase();
  serviceReserves(purchase, "CONFIRMED");
  assert.equal(await stateOf(purchase), "email_needed");
  assert.equal(
    await stateOf({ ...purchase, paidKeys: [KEY] }),
    "paid",
    "a cookie of ours that had these tickets before",
  );
});

test("P20: an older id is valid until the newer one is seen", async () => {
  const planted = newPurchase();
  const newer = successorOf(planted);
  serviceReserves(planted);
  assert.equal(await stateOf(planted), "reserved", "the answer with the newer id may have been lost");
  assert.deepEqual(
    [await stateOf(newer), await stateOf(planted), await stateOf(newer)],
    ["reserved", "empty", "reserved"],
  );
});

test("P20: an id is revoked by its successor, whatever cart that has", async () => {
  const planted = newPurchase();
  serviceReserves(planted);
  assert.equal(await stateOf({ ...successorOf(planted), cartId: "ANOTHER" }), "reserved");
  assert.equal(await stateOf(planted), "empty");
});

test("a browser that entered the email gets an id that owns the payment", async () => {
  const lost = newPurchase();
  const attempt = await pay(successorOf(lost));
  const proven = { ...lost, checkoutId: newCheckoutId() };
  await addOwner(attempt, checkoutDigestOf(proven.checkoutId));
  assert.deepEqual([await stateOf(proven), await stateOf(lost)], ["paid", "email_needed"]);
});

test("P20: an unused id made from a planted cookie is revoked together with it", async () => {
  const planted = newPurchase();
  serviceReserves(planted);
  const kept = successorOf(planted);
  const itsSuccessor = successorOf(kept);
  const victims = successorOf(planted);
  assert.deepEqual([await stateOf(planted), await stateOf(victims)], ["reserved", "reserved"]);
  assert.deepEqual(
    [await stateOf(planted), await stateOf(kept), await stateOf(itsSuccessor), await stateOf(victims)],
    ["empty", "empty", "empty", "reserved"],
  );
});
