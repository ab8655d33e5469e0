import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings, SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import { NotSent, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { listEvents } from "#lib/ticketing/one-by-one/listed-events.ts";
import { createReservation, releaseReservation } from "#lib/ticketing/reservations.ts";

const service = await fixture.startFixtureService();
const collector = await fixture.startFixtureService();
after(() => Promise.all([service.close(), collector.close()]));
applySettings({
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
  TICKETING_READ_MS: "3000",
  CURRENCY: "AUD",
});

const CART = { key: "CART567890", total: { amount: 95, currency: "NZD" }, sales: [] };
const { answers } = fixture;

const BROKEN = [
  ["HTML with 200", fixture.answersHtml, 1],
  ["a truncated answer", fixture.answersPartially, 2],
  ["a closed connection", fixture.closesConnection, 2],
  ["no answer", fixture.neverAnswers, 1],
  ["30 MB", fixture.floods(30 * 1024 * 1024), 2],
  ["an empty object", answers({}), 1],
  ["wrong types", answers({ ...CART, total: "much", sales: 3 }), 1],
  ["an empty body", answers(""), 1],
  ["500", answers(CART, 500), 1],
  ["503", answers(CART, 503), 2],
  ["a redirect", answers(CART, 302, { location: `${collector.url}/cart/CART567890` }), 1],
  ["a permanent redirect", answers(CART, 308, { location: collector.url }), 1],
  ["400", answers(CART, 400), 1],
  ["403", answers(CART, 403), 1],
] as const;

for (const [what, behaviour, requests] of BROKEN) {
  test(`P35: ${what} is a fault after ${requests} request(s)`, async () => {
    service.behave(behaviour);
    await assert.rejects(getCart("CART567890"), TicketingFault);
    assert.equal(service.received.length, requests);
  });
}

test("does not follow a redirect", () => assert.deepEqual(collector.received, []));

test("reads a valid answer, and returns undefined for 404", async () => {
  service.behave(answers(CART));
  assert.equal((await getCart("CART567890"))?.total.minor, 9500);
  service.behave(answers("", 404));
  assert.equal(await getCart("CART567890"), undefined);
});

test("retries a read once", async () => {
  service.behave(fixture.inTurn(fixture.closesConnection, answers(CART)));
  assert.equal((await getCart("CART567890"))?.id, "CART567890");
  service.behave(fixture.inTurn(answers({}, 503), answers({}, 502), answers(CART)));
  await assert.rejects(getCart("CART567890"), TicketingFault);
  assert.equal(service.received.length, 2);
});

test("never retries a write", async () => {
  const writes = [
    () => createReservation(1, [{ ticketTypeId: 1, quantity: 1 }]),
    () => releaseReservation("ABCDEFGH12"),
  ];
  for (const broken of [
    fixture.closesConnection,
    fixture.answersPartially,
    fixture.neverAnswers,
    answers({}, 503),
    answers({}, 500),
  ]) {
    service.behave(broken);
    // Together, since a write waits for ten seconds.
    await Promise.all(writes.map((write) => assert.rejects(write(), TicketingFault)));
    assert.equal(service.received.length, writes.length);
  }
});

test("sends Content-Type, Accept, Accepts and the shop's credential with each call", async () => {
  service.behave(answers(CART));
  await getCart("CART567890");
  await releaseReservation("ABCDEFGH12");
  assert.deepEqual(
    service.received.map(({ method, path, body }) => [method, path, body]),
    [
      ["GET", "/v2/cart/CART567890", ""],
      ["DELETE", "/v2/reservation/ABCDEFGH12", "{}"],
    ],
  );
  const basic = `Basic ${Buffer.from(`shop:${SETTINGS.TICKETING_PASSWORD}`).toString("base64")}`;
  for (const { headers } of service.received) {
    const { accept, accepts, authorization, "content-type": type } = headers;
    const json = "application/json";
    assert.deepEqual([type, accept, accepts, authorization], [json, json, json, basic]);
  }
});

test("reads a 4xx to a write as a refusal, with and without a body that says so; after 408 it may have been carried out", async () => {
  const errors = [{ path: "tickets[0]", code: "SOLD_OUT", ticketType: 1 }];
  const reserve = () => createReservation(1, [{ ticketTypeId: 1, quantity: 1 }]);
  service.behave(answers({ successful: false, messages: ["Sold out"], errors }, 422));
  const shortages = [{ ticketTypeId: 1, refusal: "sold_out" }];
  assert.deepEqual(await reserve(), { ok: false, refusal: "sold_out", shortages });
  for (const body of ["Bad Request", { problem: "?" }, errors]) {
    service.behave(answers(body, 400));
    assert.deepEqual(await reserve(), { ok: false, refusal: "refused", shortages: [] });
  }
  service.behave(answers("", 408));
  await assert.rejects(reserve(), TicketingFault);
});

test("reads the catalogue of another implementation", async () => {
  const summary = { id: "7", name: "Odd", saleStatus: "ON_SALE", lowPrice: "45", venue: "/v2/venue/3", extra: {} };
  service.behave(answers([{ ...summary, firstDate: "2026-12-04T19:30:00:000+1300" }]));
  const {
    events: [odd],
  } = await listEvents();
  assert.deepEqual([odd?.id, odd?.from, odd?.venue.id, odd?.venue.timeZone], [7, undefined, 3, "+13:00"]);
});

test("a fault contains no key, credential or body", async () => {
  service.behave(answers({ secretKey: "ABCDEFGH12" }));
  const fault: unknown = await getCart("CART567890").catch((thrown: unknown) => thrown);
  assert.ok(fault instanceof TicketingFault && !(fault instanceof NotSent));
  const whole = inspect(fault, { depth: 9, showHidden: true });
  for (const needle of ["CART567890", "ABCDEFGH12", SETTINGS.TICKETING_PASSWORD, "Basic", "Authorization"]) {
    assert.equal(whole.includes(needle), false, `${needle} in ${whole}`);
  }
});
