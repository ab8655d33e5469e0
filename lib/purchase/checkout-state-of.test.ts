import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { checkoutDigestOf, paymentOwner } from "#lib/session/visit/payment-owner.ts";
import { newCheckoutId, type Visit } from "#lib/session/visit/visit.ts";
import { addOwner, openAttempt, settleAttempt } from "#lib/state/attempts.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { checkoutStateOf } from "./checkout-state-of.ts";

const service = await fixture.startFixture();
const data = await mkdtemp(join(tmpdir(), "foyer-standing-"));
after(() => Promise.all([service.close(), rm(data, { recursive: true, force: true })]));
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: data });

const amount = { minor: 9700, currency: "AUD" };
const KEY = "ABCDEFGH12";
const buyer = { firstName: "Ada", lastName: "Lovelace", email: "Ada@Example.com", optIn: false };
let carts = 0;

function newVisit(): Visit {
  carts += 1;
  const reservations = [{ key: KEY, eventId: 1, eventName: "The Tempest", lines: [] }];
  return { checkoutId: newCheckoutId(), cartId: `CART${carts}`, reservations };
}

let issues = 0;

/** The same Cart in the browser that pays: with the Buyer's details and an id of its own. */
function successorOf(visit: Visit): Visit {
  issues += 1;
  return { ...visit, buyer, checkoutId: newCheckoutId(), replaces: visit.checkoutId, issuedAt: Date.now() + issues };
}

async function pay(visit: Visit, state: "paid" | "mixed" | "open" = "paid") {
  const { attempt } = await openAttempt(visit.cartId, { amount, keys: [KEY], owner: paymentOwner(visit) });
  const results = [{ key: KEY, eventId: 1, eventName: "The Tempest", result: "paid" as const }];
  if (state !== "open") await settleAttempt(attempt.id, state, state === "mixed" ? results : undefined);
  return attempt;
}

const stateOf = async (visit: Visit) => (await checkoutStateOf(visit, new Date())).state;

function holds({ cartId }: Visit, status = "RESERVED"): void {
  const expiry = new Date(Date.now() + 600_000).toISOString();
  const sale = { key: KEY, status, event: { id: 1, name: "The Tempest" }, total: 97, expiry, items: [] };
  service.behave(fixture.answers({ key: cartId, total: 97, sales: [sale], expiry, expirySeconds: 600 }));
}

test("a planted cookie, made before the payment, sees that the order is paid and not the tickets", async () => {
  const planted = newVisit();
  const victims = successorOf(planted);
  await pay(victims);
  assert.deepEqual([await stateOf(planted), await stateOf(victims)], ["email_needed", "paid"]);
});

test("the checkout id that pressed Pay is older than the one that the payment issued, and is asked as well", async () => {
  const pressed = newVisit();
  await pay(successorOf(pressed));
  assert.equal(await stateOf({ ...pressed, buyer }), "email_needed");
});

test("a cart paid in part shows its tickets to the browser that paid, and to no older id", async () => {
  const planted = newVisit();
  const victims = successorOf(planted);
  await pay(victims, "mixed");
  holds(victims, "CONFIRMED");
  assert.deepEqual([await stateOf(planted), await stateOf(victims)], ["email_needed", "paid"]);
});

test("while a payment is open every id of the cart sees that it is", async () => {
  const planted = newVisit();
  const victims = successorOf(planted);
  await pay(victims, "open");
  assert.deepEqual([await stateOf(planted), await stateOf(victims)], ["paying", "paying"]);
});

test("a sale that was paid without a record of the payment asks for the email too", async () => {
  const visit = newVisit();
  holds(visit, "CONFIRMED");
  assert.equal(await stateOf(visit), "email_needed");
  assert.equal(await stateOf({ ...visit, paidKeys: [KEY] }), "paid", "a cookie of ours that had these tickets before");
});

test("P20: an older id counts until the newer one is seen, and is dead from then on", async () => {
  const planted = newVisit();
  const newer = successorOf(planted);
  holds(planted);
  assert.equal(await stateOf(planted), "reserved", "the answer with the newer id may have been lost");
  assert.deepEqual(
    [await stateOf(newer), await stateOf(planted), await stateOf(newer)],
    ["reserved", "empty", "reserved"],
  );
});

test("P20: an id is dead whichever cart its successor has", async () => {
  const planted = newVisit();
  holds(planted);
  assert.equal(await stateOf({ ...successorOf(planted), cartId: "ANOTHER" }), "reserved");
  assert.equal(await stateOf(planted), "empty");
});

test("a browser that named the email gets an id that owns the payment", async () => {
  const lost = newVisit();
  const attempt = await pay(successorOf(lost));
  const proven = { ...lost, checkoutId: newCheckoutId() };
  await addOwner(attempt, checkoutDigestOf(proven.checkoutId));
  assert.deepEqual([await stateOf(proven), await stateOf(lost)], ["paid", "email_needed"]);
});

test("an id that somebody made from the planted cookie and kept unseen ends with the planted one", async () => {
  const planted = newVisit();
  holds(planted);
  const kept = successorOf(planted);
  const itsSuccessor = successorOf(kept);
  const victims = successorOf(planted);
  assert.deepEqual([await stateOf(planted), await stateOf(victims)], ["reserved", "reserved"]);
  assert.deepEqual(
    [await stateOf(planted), await stateOf(kept), await stateOf(itsSuccessor), await stateOf(victims)],
    ["empty", "empty", "empty", "reserved"],
  );
});
