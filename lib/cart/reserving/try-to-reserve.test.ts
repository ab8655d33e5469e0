import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { tryToReserve } from "#lib/cart/reserving/try-to-reserve.ts";
import { liveOffering } from "#lib/catalogue/availability.ts";
import { singleFlight } from "#lib/runtime/concurrency.ts";
import { VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const sale = (key: string, event: number) => ({ key, status: "RESERVED", event, total: 10, items: [] });
const cart = (...sales: readonly object[]) => fixture.answers({ key: "CART567890", total: 10, sales });
const wanted = [{ ticketTypeId: 4, quantity: 1 }];
const VISITOR = { network: undefined, isProven: false };
const intoCart = { cartId: "CART567890" };

test("after a lost response a new sale in the cart is the reservation", async () => {
  const before = sale("ABCDEFGH11", 7);
  service.behave(fixture.inTurn(cart(before), fixture.closesConnection, cart(before, sale("ABCDEFGH12", 7))));
  const outcome = await tryToReserve(7, wanted, intoCart, VISITOR);
  assert.ok(typeof outcome !== "string" && outcome.ok);
  assert.equal(outcome.reservation.key, "ABCDEFGH12");
  assert.deepEqual(service.received.filter(({ method }) => method === "POST").length, 1);
});

test("returns no_answer where the cart has no new sale, or cannot be read", async () => {
  service.behave(fixture.inTurn(cart(sale("ABCDEFGH11", 7)), fixture.answers({}, 503), cart(sale("ABCDEFGH11", 7))));
  assert.equal(await tryToReserve(7, wanted, intoCart, VISITOR), "no_answer");
  service.behave(fixture.inTurn(cart(), fixture.closesConnection, cart(sale("ABCDEFGH13", 8))));
  assert.equal(await tryToReserve(7, wanted, intoCart, VISITOR), "no_answer");
  service.behave(fixture.closesConnection);
  assert.equal(await tryToReserve(7, wanted, {}, VISITOR), "no_answer");
});

const BUSY = { successful: false, errors: [{ path: "", code: "BUSY", message: "Try again." }] };

test("P37: returns service_busy where the service says so, unless the cart has a new sale", async () => {
  for (const status of [503, 429]) {
    service.behave(fixture.inTurn(cart(), fixture.answers(BUSY, status), cart()));
    assert.equal(await tryToReserve(7, wanted, intoCart, VISITOR), "service_busy");
  }
  service.behave(fixture.inTurn(cart(), fixture.answers(BUSY, 503), cart(sale("ABCDEFGH14", 7))));
  const outcome = await tryToReserve(7, wanted, intoCart, VISITOR);
  assert.ok(typeof outcome !== "string" && outcome.ok);
});

test("P37: tries to reserve that the service was too busy for do not count as places; the control counts those without an answer", async () => {
  const outcomesOf = async (eventId: number) => {
    const visitor = { ...VISITOR, visitor: "CART567890" };
    const outcomes = [];
    for (let places = 0; places <= VISITOR_PLACES_MAX; places += 5)
      outcomes.push(await tryToReserve(eventId, [{ ticketTypeId: 4, quantity: 5 }], {}, visitor));
    return outcomes;
  };
  service.behave(fixture.answers(BUSY, 503));
  assert.deepEqual(new Set(await outcomesOf(21)), new Set(["service_busy"]));
  service.behave(fixture.answers({}, 503));
  const limited = { ok: false, limit: "visitor_limit", reserved: VISITOR_PLACES_MAX };
  assert.deepEqual((await outcomesOf(22)).at(-1), limited);
});

test("the control: a refusal stays a refusal", async () => {
  const refused = fixture.answers({ successful: false, errors: [{ code: "MIXED_CURRENCY" }] });
  service.behave(fixture.inTurn(cart(), refused));
  assert.deepEqual(await tryToReserve(7, wanted, intoCart, VISITOR), {
    ok: false,
    refusal: "mixed_currency",
    shortages: [],
  });
});

test("two concurrent requests send one reservation; the control sends two", async () => {
  const made = fixture.answers({ successful: false, errors: [{ code: "MIXED_CURRENCY" }] });
  service.behave((response, request) =>
    (request.method === "POST" ? made : cart(sale("ABCDEFGH11", 6)))(response, request),
  );
  const posts = () => service.received.filter(({ method }) => method === "POST").length;
  const reserve = () => tryToReserve(7, wanted, intoCart, VISITOR);
  const twice = await Promise.all([
    singleFlight("press", reserve, () => false),
    singleFlight("press", reserve, () => false),
  ]);
  assert.equal(twice[0], twice[1]);
  assert.equal(posts(), 1);
  await Promise.all([reserve(), reserve()]);
  assert.equal(posts(), 3);
});

test("after a refusal the cached offering is discarded", async () => {
  const requests = () => service.received.filter(({ path }) => path.includes("/offering")).length;
  service.behave(fixture.answers({}, 404));
  await liveOffering(8, 0);
  await liveOffering(8, 1);
  assert.equal(requests(), 1, "shared for a second");
  service.behave(fixture.answers({ successful: false, errors: [{ code: "SOLD_OUT" }] }));
  await tryToReserve(8, wanted, {}, VISITOR);
  service.behave(fixture.answers({}, 404));
  await liveOffering(8, 2);
  assert.equal(requests(), 1, "requested again");
});
