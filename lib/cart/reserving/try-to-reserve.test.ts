import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { tryToReserve } from "#lib/cart/reserving/try-to-reserve.ts";
import { liveOffering } from "#lib/catalogue/availability.ts";
import { env } from "#lib/env.ts";
import { singleFlight } from "#lib/runtime/concurrency.ts";
import { VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const EVENT = { id: 7, name: "The Tempest" };
const sale = (key: string, event = EVENT.id) => {
  return { key, status: "RESERVED", event: { ...EVENT, id: event }, total: 10, items: [] };
};
const cart = (...sales: readonly object[]) => fixture.answers({ key: "CART567890", total: 10, sales });
const wanted = [{ ticketTypeId: 4, quantity: 1 }];
const VISITOR = { network: undefined, isProven: false };
const intoCart = { cartId: "CART567890", known: ["ABCDEFGH11"] };
type Behaviour = Parameters<typeof service.behave>[0];

/** Answers the reservation in one way, and everything else in another. */
function behave(reservation: Behaviour, others: Behaviour): void {
  service.behave((response, request) => (request.method === "POST" ? reservation : others)(response, request));
}

const reserved = async () => {
  const outcome = await tryToReserve(7, wanted, intoCart, VISITOR);
  return typeof outcome !== "string" && outcome.ok ? outcome.reservation : outcome;
};
const posts = () => service.received.filter(({ method }) => method === "POST").length;

/** Answers after which the tickets are reserved, and no key says so. */
const WITHOUT_KEY: Readonly<Record<string, Behaviour>> = {
  "is lost": fixture.closesConnection,
  "ends in the middle": fixture.answersPartially,
  "is a page": fixture.answersHtml,
  "has an unexpected shape": fixture.answers({ done: [{ it: "is" }] }),
  "has a key of another shape": fixture.answers({ successful: true, key: { value: 12 } }),
  "is a 5xx": fixture.answers({}, 502),
};

for (const [what, answer] of Object.entries(WITHOUT_KEY)) {
  test(`a response that ${what}: the new sale in the cart is the reservation, and nothing is sent twice`, async () => {
    behave(answer, cart(sale("ABCDEFGH11"), sale("ABCDEFGH12")));
    const made = await reserved();
    assert.deepEqual([Object(made).key, Object(made).cartId, posts()], ["ABCDEFGH12", "CART567890", 1]);
  });

  test(`a response that ${what}: without a new sale in the cart there is no answer, without the cart they may be reserved`, async () => {
    behave(answer, cart(sale("ABCDEFGH11"), sale("ABCDEFGH13", 8)));
    assert.equal(await reserved(), "no_answer");
    for (const unreadable of [
      fixture.closesConnection,
      fixture.answersHtml,
      cart({ what: 1 }),
      fixture.answers({}, 404),
    ]) {
      behave(answer, unreadable);
      assert.equal(await reserved(), "maybe_reserved");
    }
    behave(answer, cart());
    assert.equal(await tryToReserve(7, wanted, {}, VISITOR), "maybe_reserved");
  });
}

test("finds the new sale in a cart of another shape, by its key alone", async () => {
  behave(fixture.closesConnection, (response, request) => {
    const row = { sale: { ...EVENT, id: 31, key: "ABCDEFGH12" }, rows: [{ label: "1 × Adult" }], due: 10 };
    const body = { key: "CART567890", total: 10, sales: [sale("ABCDEFGH11"), row], expirySeconds: 900 };
    const payment = { key: "ABCDEFGH12", status: "RESERVED", event: EVENT, totalPrice: 10, admissions: [] };
    fixture.answers(request.path.includes("/payment/") ? payment : body)(response, request);
  });
  const made = await reserved();
  assert.deepEqual(
    [Object(made).key, Object(made).status, Object(made).total],
    ["ABCDEFGH12", "RESERVED", { minor: 1000, currency: env().CURRENCY }],
  );
});

test("a reservation that names no cart is in the one that was sent", async () => {
  behave(fixture.answers('"ABCDEFGH12"'), fixture.answers({}, 404));
  const made = await reserved();
  assert.deepEqual([Object(made).key, Object(made).cartId], ["ABCDEFGH12", "CART567890"]);
});

test("the control: a response whose reservation is readable reads no cart", async () => {
  behave(fixture.answers({ successful: true, key: "ABCDEFGH12" }), cart());
  assert.equal(Object(await reserved()).key, "ABCDEFGH12");
  assert.deepEqual(
    service.received.filter(({ path }) => path.includes("/cart")),
    [],
  );
});

const BUSY = { successful: false, errors: [{ path: "", code: "BUSY", message: "Try again." }] };

test("P37: returns service_busy where the service says so, unless the cart has a new sale", async () => {
  for (const status of [503, 429]) {
    behave(fixture.answers(BUSY, status), cart());
    assert.equal(await reserved(), "service_busy");
  }
  behave(fixture.answers(BUSY, 503), cart(sale("ABCDEFGH14")));
  assert.equal(Object(await reserved()).key, "ABCDEFGH14");
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

test("a refusal stays a refusal, by rows, by a sentence alone, and by a status with or without a body", async () => {
  const refused = (refusal: string) => ({ ok: false, refusal, shortages: [] });
  for (const [answer, refusal] of [
    [fixture.answers({ successful: false, errors: [{ code: "MIXED_CURRENCY" }] }), "mixed_currency"],
    [fixture.answers({ successful: false, messages: ["Sold out."] }), "refused"],
    [fixture.answers({ problem: { reason: "Too many." } }, 400), "refused"],
    [fixture.answers("", 409), "refused"],
    [fixture.answers("", 404), "no_longer_on_sale"],
  ] as const) {
    behave(answer, cart(sale("ABCDEFGH12")));
    assert.deepEqual(await tryToReserve(7, wanted, intoCart, VISITOR), refused(refusal));
    assert.equal(service.received.length, 1);
  }
});

test("two concurrent requests send one reservation; the control sends two", async () => {
  const made = fixture.answers({ successful: false, errors: [{ code: "MIXED_CURRENCY" }] });
  behave(made, cart(sale("ABCDEFGH11", 6)));
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
