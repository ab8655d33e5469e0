import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { applySettings, settingsInFrontOf } from "#e2e/tools/storefront-settings.ts";
import { tryToReserve } from "#lib/cart/reserving/try-to-reserve.ts";
import { payOnce } from "#lib/checkout/pay/pay-once.ts";
import { receiptOfOrder } from "#lib/orders/order.ts";
import { ticketsOfSales } from "#lib/orders/tickets.ts";
import { checkoutStateOf } from "#lib/purchase/checkout-state-of.ts";
import { getCart, lockCart, newCartId, unlockCart } from "#lib/ticketing/carts.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { Card } from "#lib/ticketing/payment-means.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";
import { CARDS } from "#service/conformance/other-service/storefront.ts";

// What the storefront does after a write, in front of a service with the specification and the public reference alone.

const service = await startOtherService({ plain: true });
const data = await mkdtemp(join(tmpdir(), "foyer-plain-"));
after(() => Promise.all([service.close(), rm(data, { recursive: true, force: true })]));
applySettings({
  ...settingsInFrontOf(service),
  FOYER_DATA: data,
});

const NZD = (minor: number) => ({ minor, currency: "NZD" });
const BUYER = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false };
const OWNER = { checkoutDigest: "the digest of the id that this payment issues" };
const cardOf = (number: string) =>
  new Card({ name: "Ada Lovelace", number, expiryMonth: 12, expiryYear: 2090, cvv: "123" });

/** Reserves two tickets of a new event for each price, in one cart, and returns it as the pages read it. */
async function reserved(...prices: readonly [string, ...string[]]) {
  const cartId = await newCartId();
  assert.ok(cartId);
  const reservations = [];
  for (const price of prices) {
    const event = service.putOnSale({ name: `Plain ${price}`, ticketTypes: [{ name: "Stalls", price, places: 5 }] });
    const wanted = [{ ticketTypeId: event.dates[0]?.ticketTypes[0]?.id ?? 0, quantity: 2 }];
    const known = reservations.map(({ key }) => key);
    const outcome = await tryToReserve(event.id, wanted, { cartId, known }, { network: undefined, isProven: true });
    assert.ok(typeof outcome !== "string" && outcome.ok, JSON.stringify(outcome));
    reservations.push({ ...outcome.reservation, lines: wanted });
  }
  const purchase = { checkoutId: "x", cartId, reservations };
  const checkout = await checkoutStateOf(purchase, new Date());
  assert.equal(checkout.state, "reserved");
  assert.ok("cart" in checkout && checkout.cart);
  return { purchase, cart: checkout.cart, typeIds: reservations.map(({ lines }) => lines[0]?.ticketTypeId ?? 0) };
}

async function locked(...prices: readonly [string, ...string[]]) {
  const { cart, ...rest } = await reserved(...prices);
  assert.deepEqual(await lockCart(cart.id, BUYER, "en"), { ok: true });
  return { ...rest, cart: await read(cart.id) };
}

async function read(cartId: string): Promise<Cart> {
  const cart = await getCart(cartId);
  assert.ok(cart);
  return cart;
}

const pay = (cart: Cart, number = CARDS.good) => payOnce(cart, [cardOf(number)], OWNER);
const captures = (amount: string) => service.ledger(amount).filter(({ kind }) => kind === "capture").length;

test("P11: a cart has amounts, lines, names and its time, whatever its rows look like", async () => {
  const { cart, typeIds } = await reserved("10.00", "12.50");
  const line = (at: number, minor: number) => ({
    ticketTypeId: typeIds[at],
    name: "Stalls",
    quantity: 2,
    price: NZD(minor),
    fee: NZD(0),
    total: NZD(2 * minor),
  });
  assert.deepEqual([cart.total, cart.sales.map(({ total }) => total)], [NZD(4500), [NZD(2000), NZD(2500)]]);
  assert.deepEqual(
    cart.sales.map(({ status, eventName }) => [status, eventName]),
    [
      ["RESERVED", "Plain 10.00"],
      ["RESERVED", "Plain 12.50"],
    ],
  );
  const lines = cart.sales.flatMap((sale) => sale.lines);
  assert.deepEqual(
    lines.map(({ eventDateId, savings, section, ...shown }) => shown),
    [line(0, 1000), line(1, 1250)],
  );
  assert.ok(lines.every(({ eventDateId }) => eventDateId > 0));
  assert.ok((cart.secondsLeft ?? 0) > 800);
  // Without what the purchase remembers, its tickets are those that the service lists.
  const lost = (await read(cart.id)).sales.flatMap((sale) => sale.lines);
  assert.deepEqual(lost, lines);
});

test("P04, P11: declined, then paid: one capture, and the order has its tickets, dates and amounts", async () => {
  const { cart, purchase, typeIds } = await locked("11.00");
  assert.equal(await pay(cart, CARDS.bad), "card_refused");
  assert.equal((await checkoutStateOf(purchase, new Date())).state, "reserved");
  assert.equal(await pay(cart), "paid");
  assert.deepEqual([captures("22.00"), service.placesLeft(typeIds[0] ?? 0)], [1, 3]);
  const order = await ticketsOfSales(cart.sales.map(({ key }) => key));
  assert.deepEqual(receiptOfOrder(order ?? [])?.total, NZD(2200));
  assert.deepEqual(
    order?.[0]?.tickets.map(({ admission, eventDate }) => [
      admission.ticketTypeName,
      admission.holder,
      typeof eventDate?.startsAt,
    ]),
    [
      ["Stalls", "Lovelace", "string"],
      ["Stalls", "Lovelace", "string"],
    ],
  );
});

for (const how of ["lost", "unreadable"] as const) {
  test(`P05: an answer to a payment that is ${how} says neither paid nor refused, charges once, and is read from the sales`, async () => {
    const { cart, purchase } = await locked(how === "lost" ? "13.00" : "14.00");
    service.fail(/^POST \/cart\/\w+\/payment/, how);
    assert.equal(await pay(cart), "not_known");
    assert.equal((await checkoutStateOf(purchase, new Date())).state, "paying");
    assert.equal(await pay(cart), "joined");
    assert.equal(captures(how === "lost" ? "26.00" : "28.00"), 1);
  });
}

test("P05: several sales, of which some are refused: each has the result that the service has", async () => {
  const { cart } = await locked("15.00", "16.00");
  service.behave(["pay", "refuse"]);
  assert.equal(await pay(cart), "mixed");
  service.behave([]);
  assert.deepEqual([captures("30.00"), captures("32.00")], [1, 0]);
});

test("P05: a service whose sales disagree with its answer is not believed", async () => {
  const { cart } = await locked("17.00");
  service.breakBy({
    answers: (answer, call) =>
      /^POST \/cart\/\w+\/payment/.test(call)
        ? { status: 200, body: { type: "SUCCESS", payments: [{ result: 1 }] } }
        : answer,
    reads: (call) => (call.path.endsWith("/payment") ? { ...call, body: { ...call.body, amount: 1 } } : call),
  });
  assert.equal(await pay(cart), "not_known");
  service.breakBy({});
  assert.equal(captures("34.00"), 0);
});

test("an answer to a lock that is lost or unreadable: the state is read, and locking again is possible", async () => {
  for (const how of ["lost", "unreadable"] as const) {
    const { cart } = await reserved("18.00");
    service.fail(/^POST \/cart\/\w+\/lock/, how);
    await lockCart(cart.id, BUYER, "en").catch(() => undefined);
    assert.deepEqual((await read(cart.id)).sales[0]?.status, "LOCKED");
    assert.deepEqual(await unlockCart(cart.id), { ok: true });
    assert.deepEqual(await lockCart(cart.id, BUYER, "en"), { ok: true });
  }
});

test("a lock without an answer to a question is refused for its details", async () => {
  const table = [...service.catalogue.events.values()].find(({ name }) => name === "The Long Table");
  const type = table?.dates[0]?.ticketTypes[0];
  assert.ok(table && type);
  const cartId = (await newCartId()) ?? "";
  const wanted = [{ ticketTypeId: type.id, quantity: 1 }];
  await tryToReserve(table.id, wanted, { cartId }, { network: undefined, isProven: true });
  const outcome = await lockCart(cartId, BUYER, "en");
  assert.equal(outcome.ok ? "locked" : outcome.refusal, "details_refused");
});

test("a service without unlock: a cart can be paid after a decline", async () => {
  const { cart } = await locked("19.00");
  service.breakBy({ reads: (call) => (call.path.endsWith("/unlock") ? { ...call, path: "/nowhere" } : call) });
  assert.equal(await pay(cart, CARDS.bad), "card_refused");
  assert.equal((await unlockCart(cart.id)).ok, false);
  assert.equal(await pay(cart), "paid");
  service.breakBy({});
  assert.equal(captures("38.00"), 1);
});
