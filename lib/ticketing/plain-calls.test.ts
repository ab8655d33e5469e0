import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { canExtend, extendCart, lockCart, newCartId, unlockCart } from "#lib/ticketing/carts.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { keepTickets } from "#lib/ticketing/reservations.ts";
import { changeBuyer } from "#lib/ticketing/sales.ts";

// Calls in front of a service with the interface alone.

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const CART = "CARTCART01";
const BUYER = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "+64 3 555", optIn: true };
const bodies = () => service.received.map(({ body }) => Object.keys(JSON.parse(body)).toSorted());

test("a lock that is refused without a reason is sent once more with the fields of the interface alone", async () => {
  const refuses = fixture.answers({ successful: false, messages: ["Unknown field."] });
  const interfaceFields = ["EMAIL", "FIRST_NAME", "LAST_NAME", "OPT_IN", "PHONE", "Team"];
  for (const refusal of [refuses, fixture.answers("", 400), fixture.answers({ problem: "?" }, 422)]) {
    service.behave(fixture.inTurn(refusal, fixture.answers({ successful: true })));
    const outcome = await lockCart(CART, BUYER, "fr", {
      answers: { Team: "Red" },
      acceptedTerms: ["https://x.example"],
    });
    assert.deepEqual(outcome, { ok: true });
    assert.deepEqual(bodies(), [
      [...interfaceFields, "LANGUAGE", "acceptedTerms"].toSorted(),
      interfaceFields.toSorted(),
    ]);
  }
  service.behave(refuses);
  const outcome = await lockCart(CART, BUYER, "fr");
  assert.equal(outcome.ok ? "locked" : outcome.refusal, "details_refused");
});

test("a buyer with one name is locked with ONE_NAME, and with the name in both where a service refuses that", async () => {
  const suharto = { firstName: "", lastName: "Suharto", email: "ada@example.com", optIn: false };
  const names = () =>
    service.received.map(({ body }) => {
      const { FIRST_NAME, LAST_NAME, ONE_NAME, LANGUAGE } = JSON.parse(body);
      return [FIRST_NAME, LAST_NAME, ONE_NAME, LANGUAGE];
    });
  const [asOne, inBoth, plain] = [
    [undefined, "Suharto", "true", "fr"],
    ["Suharto", "Suharto", undefined, "fr"],
    ["Suharto", "Suharto", undefined, undefined],
  ];
  const yes = fixture.answers({ successful: true });
  const no = (...errors: readonly object[]) => fixture.answers({ successful: false, errors }, 400);
  const firstName = no({ path: "FIRST_NAME", code: "REQUIRED" });
  const unknown = no({ path: "ONE_NAME", code: "UNKNOWN_FIELD" });
  const [ownCode, ownCodeOfOne] = [no({ path: "FIRST_NAME", code: "MISSING" }), no({ path: "ONE_NAME", code: "X" })];
  for (const [[first, ...others], sent] of [
    [[yes], [asOne]],
    [
      [firstName, yes],
      [asOne, inBoth],
    ],
    [
      [unknown, yes],
      [asOne, inBoth],
    ],
    [
      [ownCode, yes],
      [asOne, inBoth],
    ],
    [
      [ownCodeOfOne, yes],
      [asOne, inBoth],
    ],
    [
      [no(), yes],
      [asOne, inBoth],
    ],
    [
      [no(), no(), yes],
      [asOne, inBoth, plain],
    ],
  ] as const) {
    service.behave(fixture.inTurn(first, ...others));
    assert.deepEqual(await lockCart(CART, suharto, "fr"), { ok: true });
    assert.deepEqual(names(), sent);
  }
  service.behave(fixture.answers({ successful: false, errors: [{ path: "", code: "HOLD_ENDED" }] }));
  assert.deepEqual(await lockCart(CART, suharto, "fr"), { ok: false, refusal: "reservation_expired" });
  assert.deepEqual(names(), [asOne]);
});

test("a corrected address is sent without the name, which no reading of it can then change or lose", async () => {
  service.behave(fixture.answers({ successful: true }));
  assert.deepEqual(await changeBuyer("ABCDEFGH12", "ada@example.com", "fr"), { ok: true });
  assert.deepEqual(
    service.received.map(({ body }) => JSON.parse(body)),
    [{ EMAIL: "ada@example.com", LANGUAGE: "fr" }],
  );
});

test("the control: a lock that is refused with a reason is sent once", async () => {
  service.behave(fixture.answers({ successful: false, errors: [{ path: "EMAIL", code: "RANGE" }] }));
  const outcome = await lockCart(CART, BUYER, "fr");
  assert.deepEqual(outcome, {
    ok: false,
    refusal: "details_refused",
    problems: [{ name: "EMAIL", problem: "not_accepted" }],
  });
  assert.equal(service.received.length, 1);
});

test("an answer to a lock of any shape with a 2xx means that it was carried out", async () => {
  for (const answer of [fixture.answers({ done: 1 }), fixture.answers(""), fixture.answersHtml]) {
    service.behave(answer);
    assert.deepEqual(await lockCart(CART, BUYER, "en"), { ok: true });
  }
});

test("a service without unlock is no fault", async () => {
  for (const status of [404, 405, 501]) {
    service.behave(fixture.answers({}, status));
    assert.equal((await unlockCart(CART)).ok, false);
  }
});

test("more time is offered until the service answers that it has no such call, while the cart exists", async () => {
  const cart = { key: CART, total: 0, sales: [] };
  service.behave(fixture.answers({}, 404));
  assert.deepEqual(await extendCart(CART), { ok: false, refusal: "reservation_expired" });
  assert.equal(canExtend(), true);
  service.behave((response, request) =>
    (request.method === "GET" ? fixture.answers(cart) : fixture.answers({}, 404))(response, request),
  );
  assert.deepEqual(await extendCart(CART), { ok: false, refusal: "not_offered" });
  assert.equal(canExtend(), false);
  service.behave(fixture.answers({ successful: true, expirySeconds: 900 }));
  assert.deepEqual(await extendCart(CART), { ok: false, refusal: "not_offered" });
  assert.equal(service.received.length, 0, "not sent again");
});

test("a cart that cannot be read is none, and the service is asked again; one without the call is not", async () => {
  for (const unreadable of [{ id: { cart: 3 } }, {}, [], "<html>"]) {
    service.behave(fixture.answers(unreadable));
    assert.equal(await newCartId(), undefined, JSON.stringify(unreadable));
  }
  service.behave(fixture.answers('"CART567890"'));
  assert.equal(await newCartId(), "CART567890");
  service.behave(fixture.answers({}, 404));
  assert.equal(await newCartId(), undefined);
  service.behave(fixture.answers('"CART567890"'));
  assert.equal(await newCartId(), undefined);
  assert.equal(service.received.length, 0, "not asked again");
});

test("tickets are given back by a call of ours, which a service without it is asked once", async () => {
  const kept = [{ ticketTypeId: 7, quantity: 1 }];
  service.behave(fixture.answers({ successful: true, key: "RESERVED01" }));
  assert.equal(await keepTickets("RESERVED01", kept), "kept");
  assert.deepEqual(
    service.received.map(({ method, path, body }) => [method, path, body]),
    [["PUT", "/v2/reservation/RESERVED01/tickets", '{"tickets":[{"ticketType":7,"quantity":1}]}']],
  );
  for (const [code, refusal] of [
    ["UNDER_MINIMUM", "under_minimum"],
    ["HOLD_ENDED", "reservation_expired"],
    ["WRONG_STATE", "wrong_state"],
  ]) {
    service.behave(fixture.answers({ successful: false, errors: [{ path: "", code }] }));
    assert.equal(await keepTickets("RESERVED01", kept), refusal);
  }
  // Our own service has the call, and not this reservation.
  service.behave(fixture.answers({ successful: false, errors: [{ path: "key", code: "NOT_FOUND" }] }, 404));
  assert.equal(await keepTickets("RESERVED01", kept), "reservation_expired");
  service.behave(fixture.answers({}, 500));
  await assert.rejects(keepTickets("RESERVED01", kept), TicketingFault);
  service.behave(fixture.answers({}, 404));
  assert.equal(await keepTickets("RESERVED01", kept), "not_offered");
  service.behave(fixture.answers({ successful: true, key: "RESERVED01" }));
  assert.equal(await keepTickets("RESERVED01", kept), "not_offered");
  assert.equal(service.received.length, 0, "not sent again");
});
