import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, CURRENCY: "NZD" });

const EVENT = { id: 7, name: "The Tempest" };
const CART = "CART567890";
const KNOWN = [{ key: "ABCDEFGH11", eventId: 7, eventName: "The Tempest", lines: [{ ticketTypeId: 4, quantity: 2 }] }];
const TYPE = { name: "Adult", price: 45, fee: 2.5, eventDate: { id: 9 }, venueSection: { id: 3, name: "Stalls" } };
const PAYMENT = { key: "ABCDEFGH11", cartId: CART, status: "LOCKED", event: EVENT, totalPrice: 90 };

/** Answers each path that ends so, and everything else with 404. */
function behave(answers: Readonly<Record<string, unknown>>): void {
  service.behave((response, request) => {
    const found = Object.keys(answers).find((end) => request.path.endsWith(end));
    const answer = found === undefined ? fixture.answers({}, 404) : fixture.answers(answers[found]);
    answer(response, request);
  });
}

const NZD = (minor: number) => ({ minor, currency: "NZD" });

test("a cart whose list cannot be read has the sales that the purchase knows, at the service's amounts", async () => {
  behave({
    [`/cart/${CART}`]: { total: "90.00", sales: "two", expirySeconds: 600 },
    "/payment/ABCDEFGH11": PAYMENT,
    "/ticketType/4": TYPE,
  });
  const cart = await getCart(CART, KNOWN);
  assert.deepEqual([cart?.id, cart?.total, cart?.secondsLeft], [CART, NZD(9000), 600]);
  assert.deepEqual(cart?.sales, [
    {
      key: "ABCDEFGH11",
      status: "LOCKED",
      eventId: 7,
      eventName: "The Tempest",
      total: NZD(9000),
      lines: [
        {
          ticketTypeId: 4,
          quantity: 2,
          name: "Adult",
          price: NZD(4500),
          fee: NZD(250),
          total: NZD(9500),
          eventDateId: 9,
          savings: [],
          section: "Stalls",
        },
      ],
    },
  ]);
});

test("the amount due is the cart's, else the sum of its sales, and never made up", async () => {
  const row = { key: "ABCDEFGH11", status: "RESERVED", event: EVENT, items: [] };
  const totalWith = async (cart: object, payment: object) => {
    behave({ [`/cart/${CART}`]: cart, "/payment/ABCDEFGH11": payment });
    return (await getCart(CART, KNOWN))?.total;
  };
  assert.deepEqual(await totalWith({ total: 80, sales: [row] }, PAYMENT), NZD(8000));
  assert.deepEqual(await totalWith({ due: 80, sales: [row] }, PAYMENT), NZD(9000));
  await assert.rejects(totalWith({ due: 80, sales: [row] }, { ...PAYMENT, totalPrice: "much" }), TicketingFault);
  await assert.rejects(totalWith({ due: 80, sales: [] }, PAYMENT), TicketingFault);
});

test("the state is the payment's, else reserved while the reservation exists; an unknown one is a fault", async () => {
  const row = { key: "ABCDEFGH11", status: "HELD", event: EVENT, total: 90, items: [] };
  const stateWith = async (answers: object) => {
    behave({ [`/cart/${CART}`]: { total: 90, sales: [row] }, ...answers });
    return (await getCart(CART))?.sales.map(({ status }) => status);
  };
  assert.deepEqual(await stateWith({ "/payment/ABCDEFGH11": PAYMENT }), ["LOCKED"]);
  assert.deepEqual(await stateWith({ "/reservation/ABCDEFGH11": { key: "ABCDEFGH11" } }), ["RESERVED"]);
  assert.deepEqual(await stateWith({}), []);
  await assert.rejects(stateWith({ "/payment/ABCDEFGH11": { ...PAYMENT, status: "HELD" } }), TicketingFault);
});

test("a row that only has an id is the sale of that id, unless that is in another cart", async () => {
  const keysWith = async (payment: object) => {
    behave({ [`/cart/${CART}`]: { total: 90, sales: [{ id: 31 }] }, "/payment/31": payment });
    return (await getCart(CART))?.sales.map(({ key }) => key);
  };
  assert.deepEqual(await keysWith(PAYMENT), ["ABCDEFGH11"]);
  assert.deepEqual(await keysWith({ ...PAYMENT, cartId: "CART567891" }), []);
});

test("a row that only has an id is no other buyer's sale: the answer or the purchase must say that it is of this cart", async () => {
  const { cartId: _cartId, ...UNSAID } = PAYMENT;
  const keysWith = async (answers: object, known = KNOWN) => {
    behave({
      [`/cart/${CART}`]: { total: 90, sales: [{ id: 31, total: 90, status: "RESERVED" }] },
      "/ticketType/4": TYPE,
      ...answers,
    });
    return (await getCart(CART, known))?.sales.map(({ key }) => key);
  };
  assert.deepEqual(await keysWith({ "/payment/31": UNSAID }), ["ABCDEFGH11"]);
  assert.deepEqual(await keysWith({ "/payment/31": UNSAID }, []), []);
  assert.deepEqual(await keysWith({ "/payment/31": { ...UNSAID, key: "STRANGER11" } }), []);
  assert.deepEqual(await keysWith({ "/payment/31": { ...PAYMENT, cartId: "CART567891" } }), []);
  // Before it is paid, a sale may be shown as a reservation alone.
  const reservation = { key: "ABCDEFGH11", event: EVENT };
  assert.deepEqual(await keysWith({ "/reservation/31": { ...reservation, multiSaleKey: CART } }, []), ["ABCDEFGH11"]);
  assert.deepEqual(await keysWith({ "/reservation/31": reservation }), ["ABCDEFGH11"]);
  assert.deepEqual(await keysWith({ "/reservation/31": { ...reservation, key: "STRANGER11" } }), []);
  assert.deepEqual(await keysWith({ "/reservation/31": { ...reservation, multiSaleKey: "CART567891" } }), []);
});

test("a sale that nothing names is not left out in silence", async () => {
  behave({
    [`/cart/${CART}`]: { total: 90, sales: [{ due: 90 }] },
    "/payment/ABCDEFGH11": PAYMENT,
    "/ticketType/4": TYPE,
  });
  await assert.rejects(getCart(CART), TicketingFault);
  assert.equal((await getCart(CART, KNOWN))?.sales.length, 1);
  behave({ [`/cart/${CART}`]: { total: 90, sales: [{ due: 90 }] } });
  await assert.rejects(getCart(CART, KNOWN), TicketingFault, "the known one is gone, so it is another");
});

test("the control: a cart with whole rows is one call", async () => {
  const item = { ticketType: { id: 4, name: "Adult" }, eventDate: { id: 9 }, quantity: 2, price: 45, total: 90 };
  behave({ [`/cart/${CART}`]: { key: CART, total: 90, sales: [{ ...PAYMENT, total: 90, items: [item] }] } });
  assert.equal((await getCart(CART, KNOWN))?.sales[0]?.lines.length, 1);
  assert.equal(service.received.length, 1);
});
