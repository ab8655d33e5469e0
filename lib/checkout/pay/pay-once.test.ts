import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { partPaidOf } from "#lib/checkout/outcome/part-paid.ts";
import { payOnce } from "#lib/checkout/pay/pay-once.ts";
import { findAttempt } from "#lib/purchase/attempt-store.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { SaleState } from "#lib/ticketing/model/reservation.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const AUD = (minor: number) => ({ minor, currency: "AUD" });
const NAMES = ["Hamlet", "Macbeth", "Othello"] as const;
const OWNER = { checkoutDigest: "the digest of the id that this payment issues" };
let carts = 0;

function threeSales(): Cart {
  carts += 1;
  const sales = NAMES.map((eventName, at) => ({
    key: `SALE${carts}${at}`,
    status: "LOCKED" as const,
    eventId: at + 1,
    eventName,
    total: AUD((at + 1) * 1000),
    lines: [],
  }));
  return { id: `CART${carts}`, total: AUD(6000), sales, savings: [], codes: [], advice: [] };
}

type Read = SaleState | "not_found" | "unreadable";

/** Answers the payment with `answer`, and each read of a sale with its entry of `reads`. */
function behave({ sales }: Cart, answer: unknown, reads: readonly Read[]): void {
  service.behave((response, request) => {
    const at = sales.findIndex(({ key }) => request.path.endsWith(`/payment/${key}`));
    const sale = sales[at];
    if (sale === undefined) return fixture.answers(answer)(response, request);
    const read = reads[at] ?? "not_found";
    if (read === "not_found" || read === "unreadable")
      return fixture.answers({}, read === "not_found" ? 404 : 503)(response, request);
    const { key, eventId, eventName, total } = sale;
    const body = { key, status: read, event: { id: eventId, name: eventName }, totalPrice: total.minor / 100 };
    return fixture.answers(body)(response, request);
  });
}

function answered({ sales }: Cart, types: readonly string[], type = "REFUSED") {
  return { type, payments: sales.map(({ key }, at) => ({ key, type: types[at] })) };
}

function visitOf({ id, sales }: Cart) {
  const reservations = sales.map(({ key, eventId, eventName }) => ({ key, eventId, eventName, lines: [] }));
  return { checkoutId: "x", cartId: id, reservations };
}

const pays = () => service.received.filter(({ method }) => method === "POST").length;
const MIXED = ["SUCCESS", "REFUSED", "REFUSED"];

test("stores the result of each sale when some are paid, and the receipt adds up the paid ones", async () => {
  const cart = threeSales();
  behave(cart, answered(cart, MIXED), ["CONFIRMED", "LOCKED", "not_found"]);
  assert.equal(await payOnce(cart, [], OWNER), "mixed");
  const receipt = await partPaidOf(visitOf(cart));
  assert.deepEqual(
    receipt?.rows.map(({ eventName, result }) => [eventName, result]),
    [
      ["Hamlet", "paid"],
      ["Macbeth", "card_refused"],
      ["Othello", "reservation_expired"],
    ],
  );
  assert.deepEqual([receipt?.charged, receipt?.paidKeys, receipt?.isOpen], [AUD(1000), [cart.sales[0]?.key], true]);
});

test("distinguishes sales that were not tried, declined and without an answer", async () => {
  for (const [types, result] of [
    [["SUCCESS", "REFUSED"], "not_tried"],
    [["SUCCESS", "REFUSED", "ODD"], "not_paid"],
  ] as const) {
    const cart = threeSales();
    behave(cart, answered(cart, types), ["CONFIRMED", "LOCKED", "LOCKED"]);
    assert.equal(await payOnce(cart, [], OWNER), "mixed");
    const receipt = await partPaidOf(visitOf(cart));
    assert.deepEqual(
      receipt?.rows.map((row) => row.result),
      ["paid", "card_refused", result],
    );
  }
});

test("names released sales, and those being paid again, on the receipt", async () => {
  const cart = threeSales();
  behave(cart, answered(cart, MIXED), ["CONFIRMED", "LOCKED", "LOCKED"]);
  await payOnce(cart, [], OWNER);
  const { reservations, ...purchase } = visitOf(cart);
  const [paid = "", second = ""] = cart.sales.map(({ key }) => key);
  behave(cart, {}, ["CONFIRMED", "PROCESSING", "not_found"]);
  const rest = reservations.filter(({ key }) => key === second);
  const receipt = await partPaidOf({ ...purchase, paidKeys: [paid], reservations: rest });
  assert.deepEqual(
    receipt?.rows.map(({ result }) => result),
    ["paid", "checking", "released"],
  );
  assert.equal(await partPaidOf({ ...purchase, cartId: "ANOTHER", reservations: rest }), undefined);
});

test("keeps a paid sale that cannot be read for a moment when the rest is released", async () => {
  const cart = threeSales();
  behave(cart, answered(cart, MIXED), ["CONFIRMED", "LOCKED", "LOCKED"]);
  assert.equal(await payOnce(cart, [], OWNER), "mixed");
  const [paid = ""] = cart.sales.map(({ key }) => key);
  behave(cart, {}, ["unreadable", "LOCKED", "LOCKED"]);
  const { reservations, ...purchase } = visitOf(cart);
  const seen = await partPaidOf({ ...purchase, reservations });
  assert.deepEqual([seen?.paidKeys, seen?.rows[0]?.result], [[paid], "paid"]);
  const aside = { ...purchase, cartId: "ANOTHER", paidKeys: [paid], reservations: reservations.slice(1) };
  assert.deepEqual((await partPaidOf(aside))?.paidKeys, [paid], "known from the visit alone");
});

test("sends a paid sale for payment once, and the rest again", async () => {
  const cart = threeSales();
  behave(cart, answered(cart, MIXED), ["CONFIRMED", "LOCKED", "LOCKED"]);
  assert.equal(await payOnce(cart, [], OWNER), "mixed");
  const again = await Promise.all(Array.from({ length: 20 }, () => payOnce(cart, [], OWNER)));
  assert.deepEqual(new Set(again), new Set(["joined"]));
  const onlyPaid = { ...cart, sales: cart.sales.slice(0, 1) };
  assert.equal(await payOnce(onlyPaid, [], OWNER), "joined");
  assert.equal(pays(), 1);
  const rest = { ...cart, sales: cart.sales.slice(1), total: AUD(5000) };
  behave(cart, { type: "SUCCESS" }, ["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  assert.equal(await payOnce(rest, [], OWNER), "paid");
  assert.equal(pays(), 1);
});

test("keeps the attempt open while the answer and the sales disagree", async () => {
  for (const reads of [
    ["LOCKED", "LOCKED", "LOCKED"],
    ["CONFIRMED", "CONFIRMED", "LOCKED"],
    ["CONFIRMED", "PROCESSING", "LOCKED"],
    ["CONFIRMED", "unreadable", "LOCKED"],
  ] as const) {
    const cart = threeSales();
    behave(cart, answered(cart, MIXED), reads);
    assert.equal(await payOnce(cart, [], OWNER), "not_known", reads.join());
    assert.equal((await findAttempt(cart.id))?.state, "open");
  }
});

test("accepts a refusal that names no sale only when none of several is paid", async () => {
  const cart = threeSales();
  behave(cart, { type: "REFUSED" }, ["LOCKED", "CONFIRMED", "LOCKED"]);
  assert.equal(await payOnce(cart, [], OWNER), "mixed");
  const none = threeSales();
  behave(none, { type: "REFUSED" }, ["LOCKED", "LOCKED", "LOCKED"]);
  assert.equal(await payOnce(none, [], OWNER), "card_refused");
  assert.equal(await partPaidOf(visitOf(none)), undefined);
});

const total = { minor: 4850, currency: "AUD" };
const cart = (id: string): Cart => ({
  id,
  total,
  savings: [],
  codes: [],
  advice: [],
  sales: [{ key: `${id}1`, status: "LOCKED", eventId: 1, eventName: "Hamlet", total, lines: [] }],
});

test("P05: the attempt is written down before the service hears of it", async () => {
  let written: Promise<unknown> | undefined;
  service.behave((response, request) => {
    written = findAttempt("CARTFIRST1").then((found) => [
      found?.state,
      found?.id === request.headers["idempotency-key"],
    ]);
    fixture.answers({ type: "SUCCESS" })(response, request);
  });
  assert.equal(await payOnce(cart("CARTFIRST1"), [], OWNER), "paid");
  assert.deepEqual(await written, ["open", true]);
  assert.equal((await findAttempt("CARTFIRST1"))?.state, "paid");
});

for (const [what, behaviour] of [
  ["without an answer", fixture.closesConnection],
  ["with half an answer", fixture.answersPartially],
  ["that some proxy answers with 502", fixture.answers("Bad gateway", 502)],
  ["that is sent elsewhere", fixture.answers({}, 307, { location: `${service.url}/elsewhere` })],
] as const) {
  test(`P05: a pay call ${what} is sent once and reported as not known`, async () => {
    service.behave(behaviour);
    const id = `CART${what.length}`;
    assert.equal(await payOnce(cart(id), [], OWNER), "not_known");
    assert.equal(service.received.length, 1);
    assert.equal((await findAttempt(id))?.state, "open");
  });
}

test("the control: a read that fails in the same way is sent twice", async () => {
  service.behave(fixture.inTurn(fixture.closesConnection, fixture.answers({}, 404)));
  assert.equal(await getCart("CARTREAD01"), undefined);
  assert.equal(service.received.length, 2);
});
