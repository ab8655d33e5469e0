import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Agent } from "undici";
import { z } from "zod";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { listedIn, PROMOTER_CALLS, SHOP_CALLS } from "#lib/ticketing/client/calls.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { exchange, wasNotSent } from "#lib/ticketing/client/exchange.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { mayCall, recordAccepted, recordRefused } from "#lib/ticketing/client/refused-credential.ts";
import { type NamedCall, request } from "#lib/ticketing/client/request.ts";
import { Card } from "#lib/ticketing/payment-means.ts";

const isOfShop = listedIn(SHOP_CALLS, 7);
const isOfPromoter = listedIn(PROMOTER_CALLS, 7);
const NAMES = Object.keys({ ...SHOP_CALLS, ...PROMOTER_CALLS });

test("P25: a call that the shop does not list has no name", () => {
  for (const [method, path] of [
    ["POST", "/event/"],
    ["PUT", "/event/1/publish/true"],
    ["GET", "/account/8"],
    ["GET", "/account/8/eventSummaries"],
    ["GET", "/user/login"],
    ["POST", "/user/token"],
    ["PUT", "/admission/1/admit"],
    ["DELETE", "/cart/ABCDEFGH12"],
    ["GET", "/cart/../event/1"],
    ["GET", "/cart/%2e%2e/event"],
    ["GET", "/event/1/detailed/../../user/login"],
    ["GET", "/event/1/detailed?as=manager"],
    ["GET", "//service.example/event/1/detailed"],
    ["HEAD", "/event/1/detailed"],
  ] as const)
    assert.deepEqual(
      NAMES.filter((name) => isOfShop(name, method, path)),
      [],
      `${method} ${path}`,
    );
});

test("the control: calls of the shop have their names, with a query where one is allowed", () => {
  assert.ok(isOfShop("getEvent", "GET", "/event/1/detailed"));
  assert.ok(isOfShop("listEvents", "GET", "/account/7/eventSummaries?q=%C3%85ngstr%C3%B6m+%26"));
  assert.ok(isOfShop("payCart", "POST", "/cart/ABCDEFGH12/payment"));
});

test("a promoter's calls are listed with their paths, of the shop's account alone", () => {
  assert.ok(isOfPromoter("getPromoter", "GET", "/user/login"));
  assert.ok(isOfPromoter("listRefundRequests", "GET", "/account/7/refundRequests"));
  assert.equal(isOfPromoter("listRefundRequests", "GET", "/account/8/refundRequests"), false);
  assert.equal(isOfPromoter("changeWaitingRoom", "PUT", "/event/1/publish/true"), false);
  assert.equal(isOfPromoter("payCart", "POST", "/cart/ABCDEFGH12/payment"), false);
  const both = Object.keys(PROMOTER_CALLS).filter((name) => name in SHOP_CALLS);
  assert.deepEqual(both, [], "a name is of one list");
});

test("P25: no call goes out under a name that it does not have in the list of its credential", async () => {
  applySettings();
  const shop = { name: "getEvent", method: "POST", path: "/event/", answer: z.unknown() } as const;
  await assert.rejects(request(shop), /getEvent is not the POST that calls\.ts lists/);
  const promoter = {
    name: "getPromoter",
    as: credential,
    method: "GET",
    path: "/user/2",
    answer: z.unknown(),
  } as const;
  await assert.rejects(request(promoter), /getPromoter is not the GET that calls\.ts lists/);
});

type MayBeSent<Call> = Call extends NamedCall ? true : false;
type As = { readonly as: PromoterCredential };
type OfShop = { readonly name: "getSale" };
type OfPromoter = { readonly name: "getRefundRequest" };

/** The compiler refuses another answer than these. */
const COMPILED: readonly [
  shop: MayBeSent<OfShop>,
  promoter: MayBeSent<OfPromoter & As>,
  shopAsPromoter: MayBeSent<OfShop & As>,
  promoterAsShop: MayBeSent<OfPromoter>,
  asNobodyKnown: MayBeSent<OfPromoter & { readonly as: { readonly user: string; readonly password: string } }>,
  notListed: MayBeSent<{ readonly name: "getSales" }>,
] = [true, true, false, false, false, false];

test("a call of the shop has no promoter's credential, and a promoter's call has one", () =>
  assert.deepEqual(COMPILED, [true, true, false, false, false, false]));

function failed(...codes: string[]): Error {
  const causes = codes.map((code) => Object.assign(new Error(code), { code }));
  const [cause] = causes;
  return new TypeError("fetch failed", { cause: causes.length > 1 ? new AggregateError(causes) : cause });
}

for (const code of ["ECONNREFUSED", "ENOTFOUND", "UND_ERR_CONNECT_TIMEOUT", "DEPTH_ZERO_SELF_SIGNED_CERT"]) {
  test(`${code}: the request was not sent`, () => assert.equal(wasNotSent(failed(code)), true));
}

for (const code of ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_HEADERS_TIMEOUT", "EPROTO", "ETIMEDOUT"]) {
  test(`${code}: the request may have been sent`, () => assert.equal(wasNotSent(failed(code)), false));
}

for (const [host, cause] of [
  ["127.0.0.1:9", "connection refused"],
  // A label of a name has 63 letters at most, so no name server is asked.
  [`${"a".repeat(64)}.example`, "name not found"],
] as const)
  test(`a call that was not sent says why: ${cause}`, async (t) => {
    const dispatcher = new Agent();
    t.after(() => dispatcher.close());
    const signal = AbortSignal.timeout(10_000);
    const message = { name: "getEvent", method: "GET", headers: {}, body: null, signal, dispatcher } as const;
    await assert.rejects(exchange({ ...message, url: `https://${host}/v2/event/1/detailed` }), {
      name: "TicketingFault",
      message: `getEvent could not reach the service: ${cause}.`,
    });
  });

test("with several addresses, each must have failed before the request was sent", () => {
  assert.equal(wasNotSent(failed("ECONNREFUSED", "ECONNREFUSED")), true);
  assert.equal(wasNotSent(failed("ECONNREFUSED", "ECONNRESET")), false);
});

test("after a timeout, and for a value that is not an error, the request may have been sent", () => {
  assert.equal(wasNotSent(new DOMException("late", "TimeoutError")), false);
  assert.equal(wasNotSent("ECONNREFUSED"), false);
});

test("builds a path from valid parts", () => {
  assert.equal(pathTo`/cart/${"ABCDEFGH12"}/payment`, "/cart/ABCDEFGH12/payment");
  assert.equal(pathTo`/event/${12}/detailed`, "/event/12/detailed");
});

for (const name of ["../event/1", "%2e%2e", "a/b", "a?b", "a#b", "", "ä", " ", "a\n", ".", ".."]) {
  test(`refuses ${JSON.stringify(name)} as a name`, () => assert.equal(pathTo`/cart/${name}`, undefined));
}

for (const id of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
  test(`refuses ${id} as an id`, () => assert.equal(pathTo`/event/${id}`, undefined));
}

test("P36: a refused credential is tried once in ten seconds, and without limit after it was accepted", () => {
  assert.equal(mayCall(0), true);
  assert.equal(mayCall(1), true, "nothing was refused yet");
  recordRefused(1_000);
  assert.equal(mayCall(1_001), false);
  assert.equal(mayCall(10_999), false);
  assert.equal(mayCall(11_000), true, "the one that may ask again");
  assert.equal(mayCall(11_001), false, "only one, though it has not been answered");
  recordRefused(11_500);
  assert.equal(mayCall(21_000), false);
  assert.equal(mayCall(21_500), true);
  recordAccepted();
  assert.equal(mayCall(21_501), true);
  assert.equal(mayCall(21_502), true);
});

const details = { name: "Ada", number: "4111 1111 1111 1111", expiryMonth: 12, expiryYear: 2030, cvv: "987" };
const card = new Card(details);
const credential = new PromoterCredential("shop", "a secret word");

for (const [name, wrapped, shown] of [
  ["card", card, "[card]"],
  ["credential", credential, "[credential]"],
] as const) {
  test(`P13: a ${name} prints as ${shown}, alone and inside an object`, () => {
    assert.equal(`${wrapped}`, shown);
    assert.equal(JSON.stringify({ wrapped }), `{"wrapped":"${shown}"}`);
    assert.equal(inspect({ wrapped }, { showHidden: true, depth: 9 }), `{ wrapped: ${shown} }`);
    assert.deepEqual({ ...wrapped }, {});
    assert.deepEqual(Object.getOwnPropertyNames(wrapped), []);
  });
}

test("the control: a plain value is printed", () => {
  assert.match(inspect({ details }), /4111 1111/);
});

test("only the request contains them", () => {
  assert.deepEqual(card.forWire(), { ...details, number: "4111111111111111" });
  assert.equal(credential.authorization(), "Basic c2hvcDphIHNlY3JldCB3b3Jk");
});
