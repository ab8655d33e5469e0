import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { openAttempt, settleAttempt } from "#lib/purchase/attempt-store.ts";
import { type Claimant, claimPlaces, extendPlaces, forgetPlaces, keepPlaces } from "./live-reservations.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const MINUTE = 60_000;
const NETWORK = "203.0.113.0/24";
const stranger = (changes: Partial<Claimant> = {}): Claimant => ({ network: NETWORK, isProven: true, ...changes });

/** Reserves orders of ten until one is refused; returns the number of places. */
function takeAll(eventId: number, claimant = stranger(), now = 0): number {
  let places = 0;
  while (places < 300 && claimPlaces(eventId, 10, claimant, now).ok) places += 10;
  return places;
}

test("visitors of one network reserve at most 60 of an event's 300 places, with and without proofs", () => {
  assert.equal(takeAll(1), 60);
  assert.equal(takeAll(2, stranger({ isProven: false })), 20);
});

test("counts another network and another event separately", () => {
  assert.equal(takeAll(3), 60);
  assert.equal(takeAll(3, stranger({ network: "198.51.100.0/24" })), 60);
  assert.equal(takeAll(4), 60);
});

test("a visitor reserves at most 50 places of an event, not counting those that the order replaces", () => {
  const network = "192.0.2.0/24";
  const first = claimPlaces(5, 40, stranger({ network }), 0);
  assert.ok(first.ok);
  first.keep({ key: "FIRST00001", cartId: "MYCART0001" });
  const mine = stranger({ network: "198.51.100.0/24", visitor: "MYCART0001" });
  assert.deepEqual(claimPlaces(5, 20, mine, 0), { ok: false, limit: "visitor_limit", reserved: 40 });
  assert.equal(claimPlaces(5, 20, { ...mine, instead: ["FIRST00001"] }, 0).ok, true);
});

test("places that are given back no longer count", () => {
  const visitor = "KEPTCART01";
  const first = claimPlaces(77, 40, stranger(), 0);
  assert.ok(first.ok);
  first.keep({ key: "KEPT000001", cartId: visitor });
  assert.equal(claimPlaces(77, 20, stranger({ visitor }), 0).ok, false);
  keepPlaces("KEPT000001", 30);
  assert.equal(claimPlaces(77, 20, stranger({ visitor }), 0).ok, true);
});

test("places count until they are refused, released, expired or paid", async () => {
  const [at, expiresAt] = [Date.now(), new Date(Date.now() + 15 * MINUTE).toISOString()];
  const claim = () => {
    const claim = claimPlaces(6, 50, stranger(), at);
    assert.ok(claim.ok);
    return claim;
  };
  const isFull = (now = at) => !claimPlaces(6, 50, stranger(), now).ok;
  claim().drop();
  claim().keep({ key: "RELEASED01", cartId: "CART000001", expiresAt });
  assert.equal(isFull(), true);
  forgetPlaces(["RELEASED01"]);

  claim().keep({ key: "PAIDFOR001", cartId: "CART000002", expiresAt });
  const { attempt } = await openAttempt("CART000002", {
    amount: { minor: 100, currency: "AUD" },
    keys: ["PAIDFOR001"],
  });
  assert.equal(isFull(), true);
  await settleAttempt(attempt, "paid");

  claim().keep({ key: "EXPIRES001", cartId: "CART000003", expiresAt });
  assert.equal(isFull(at + 15 * MINUTE - 1), true);
  assert.equal(isFull(at + 15 * MINUTE), false);
});

test("an extended cart counts until its new end, and an order without an answer as long as a reservation", () => {
  const claim = claimPlaces(7, 50, stranger(), 0);
  assert.ok(claim.ok);
  claim.keep({ key: "EXTENDED01", cartId: "CART000004", expiresAt: new Date(15 * MINUTE).toISOString() });
  const extended = { key: "EXTENDED01", eventId: 7, places: 50 };
  extendPlaces("CART000004", NETWORK, [{ ...extended, endsAt: 25 * MINUTE }]);
  extendPlaces("CART000004", NETWORK, [{ ...extended, endsAt: 0 }]);
  const unanswered = claimPlaces(8, 50, stranger(), 0);
  assert.equal(unanswered.ok, true);
  assert.equal(claimPlaces(8, 50, stranger(), 14 * MINUTE).ok, false);
  assert.equal(claimPlaces(8, 50, stranger(), 15 * MINUTE).ok, true);
  assert.equal(claimPlaces(7, 50, stranger(), 24 * MINUTE).ok, false);
  assert.equal(claimPlaces(7, 50, stranger(), 25 * MINUTE).ok, true);
});

/** Makes a free order of so many places; returns whether it was accepted. */
async function orderFree(eventId: number, places: number, key: string, claimant: Claimant, expiresAt?: string) {
  const claim = claimPlaces(eventId, places, claimant);
  if (!claim.ok) return claim;
  const cartId = `CARTOF${key}`;
  claim.keep({ key, cartId, ...(expiresAt !== undefined && { expiresAt }) });
  const { attempt } = await openAttempt(cartId, { amount: { minor: 0, currency: "AUD" }, keys: [key] });
  // Another visitor's order meanwhile removes old entries.
  claimPlaces(12, 1, stranger({ network: undefined }));
  await settleAttempt(attempt, "paid");
  return { ok: true, cartId };
}

test("a free order counts for three more hours, for visitor and network", async () => {
  const network = "192.0.2.0/24";
  assert.deepEqual(await orderFree(10, 30, "FREE000001", stranger({ network })), {
    ok: true,
    cartId: "CARTOFFREE000001",
  });
  const visitor = "CARTOFFREE000001";
  const limited = { ok: false, limit: "network_limit", reserved: 0 };
  assert.deepEqual(await orderFree(10, 31, "FREE000002", stranger({ network })), limited);
  assert.equal(claimPlaces(10, 31, stranger({ network }), Date.now() + 179 * MINUTE).ok, false);

  const elsewhere = stranger({ network: "198.51.100.0/24", visitor });
  const second = await orderFree(10, 20, "FREE000003", elsewhere);
  assert.deepEqual(second, { ok: true, cartId: "CARTOFFREE000003" });
  const third = await orderFree(10, 1, "FREE000004", { ...elsewhere, visitor: "CARTOFFREE000003" });
  assert.deepEqual(third, { ok: false, limit: "visitor_limit", reserved: 0 });
  assert.equal(claimPlaces(10, 50, stranger({ network }), Date.now() + 181 * MINUTE).ok, true);
});

test("a free order after the end of its reservation counts too", async () => {
  const expiresAt = new Date(Date.now() - MINUTE).toISOString();
  await orderFree(11, 40, "FREE000005", stranger(), expiresAt);
  assert.equal(claimPlaces(11, 30, stranger()).ok, false);
});

test("a /56 of IPv6 reserves four times and a /48 sixteen times as much as a /64, however many of them it uses", () => {
  const takeFrom = (eventId: number, network: (at: number) => string, isProven: boolean) => {
    let places = 0;
    for (let at = 0; at < 256; at += 1)
      if (claimPlaces(eventId, 4, stranger({ network: network(at), isProven }), 0).ok) places += 4;
    return places;
  };
  const of64 = () => "2001:db8:1:0::/64";
  const of56 = (at: number) => `2001:db8:1:${at.toString(16)}::/64`;
  const of48 = (at: number) => `2001:db8:1:${at.toString(16)}00::/64`;
  assert.deepEqual([takeFrom(20, of64, true), takeFrom(21, of56, true), takeFrom(22, of48, true)], [60, 240, 960]);
  assert.deepEqual([takeFrom(23, of64, false), takeFrom(24, of56, false), takeFrom(25, of48, false)], [40, 160, 640]);
  assert.equal(
    takeFrom(26, (at) => `203.0.${at}.0/24`, false),
    1_024,
    "the control: networks of IPv4",
  );
});

test("does not count an unknown network", () => {
  assert.equal(takeAll(9, stranger({ network: undefined, isProven: false })), 300);
});
