import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openClient } from "./open-client.ts";
import { startOtherService } from "./service.ts";
import { CARDS } from "./storefront.ts";

const service = await startOtherService();
const client = openClient(service);
after(async () => {
  await client.close();
  await service.close();
});

function putOnSale(name: string, price: string, places = 10) {
  const event = service.putOnSale({ name, ticketTypes: [{ name: "Floor", price, places }] });
  return { event: event.id, type: event.dates[0]?.ticketTypes[0]?.id ?? 0 };
}

/** Returns the cart of one ticket of each price, locked. */
async function lockedCart(...prices: readonly string[]): Promise<string> {
  let cartId: string | undefined;
  for (const price of prices) {
    const { event, type } = putOnSale(`At ${price}`, price);
    const { body } = await client.reserve(event, type, 1, cartId);
    cartId = String(body.multiSaleKey);
  }
  await client.lock(cartId ?? "");
  return cartId ?? "";
}

async function statesIn(cartId: string): Promise<readonly string[]> {
  const { sales } = (await client.call("GET", `/cart/${cartId}`)).body as { sales: readonly { status: string }[] };
  return sales.map(({ status }) => status);
}

test("sells no more places than there are to buyers at the same moment", async () => {
  const { event, type } = putOnSale("A race", "10.00", 5);
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.reserve(event, type, 1)));
  assert.equal(answers.filter(({ body }) => body.successful === true).length, 5);
  assert.equal(service.placesLeft(type), 0);
});

test("counts the rows of one ticket type together", async () => {
  const { event, type } = putOnSale("Two rows", "10.00", 3);
  const row = { ticketType: type, quantity: 2 };
  const { body } = await client.call("POST", "/reservation/", { event, tickets: [row, row] });
  assert.deepEqual([body.successful, service.placesLeft(type)], [false, 3]);
});

test("returns the places of a reservation that expired, and no longer finds it", async () => {
  const { event, type } = putOnSale("Expires", "10.00", 2);
  const { body } = await client.reserve(event, type, 2);
  service.ageReservations(event, 15 * 60 - 5);
  assert.equal(service.placesLeft(type), 0, "five seconds before the end (control)");
  service.ageReservations(event, 6);
  assert.equal(service.placesLeft(type), 2);
  assert.equal((await client.call("GET", `/reservation/${body.key}`)).status, 404);
});

test("removes an expired sale from its cart, and refuses the total that included it", async () => {
  const cartId = await lockedCart("11.00", "12.00");
  const first = service.catalogue.events.values().find(({ name }) => name === "At 11.00");
  service.ageReservations(first?.id ?? 0, 15 * 60 + 5);
  assert.equal((await client.pay(cartId, 23, CARDS.good)).body.type, "WRONG_AMOUNT");
  assert.equal((await client.pay(cartId, 12, CARDS.good)).body.type, "SUCCESS");
  assert.deepEqual([service.ledger("11.00"), service.ledger("12.00").length], [[], 2]);
});

test("charges each sale of a cart separately, and goes on after a refused one", async () => {
  const cartId = await lockedCart("13.00", "14.00", "15.00", "16.00");
  service.behave(["pay", "refuse", "leave", "pay"]);
  const { body } = await client.pay(cartId, 58, CARDS.good);
  service.behave([]);
  const parts = body.payments as readonly { type?: string }[];
  assert.deepEqual(
    [body.type, ...parts.map(({ type }) => type)],
    ["REFUSED", "SUCCESS", "REFUSED", undefined, "SUCCESS"],
  );
  assert.deepEqual(await statesIn(cartId), ["CONFIRMED", "LOCKED", "LOCKED", "CONFIRMED"]);
  assert.equal((await client.pay(cartId, 58, CARDS.good)).body.type, "WRONG_AMOUNT");
  assert.equal((await client.pay(cartId, 29, CARDS.good)).body.type, "SUCCESS");
  assert.equal((await client.pay(cartId, 29, CARDS.good)).body.type, "NO_SALES");
  for (const amount of ["13.00", "14.00", "15.00", "16.00"]) {
    assert.deepEqual(
      service.ledger(amount).map(({ kind }) => kind),
      ["authorisation", "capture"],
    );
  }
});

test("charges nothing for a bad card, and keeps the sales locked until they are unlocked", async () => {
  const cartId = await lockedCart("17.00");
  assert.equal((await client.pay(cartId, 17, CARDS.bad)).body.type, "REFUSED");
  assert.deepEqual([await statesIn(cartId), service.ledger("17.00")], [["LOCKED"], []]);
  await client.call("POST", `/cart/${cartId}/unlock`);
  assert.deepEqual(await statesIn(cartId), ["RESERVED"]);
  assert.equal((await client.pay(cartId, 17, CARDS.good)).body.type, "WRONG_STATE");
});

test("a lost answer is lost after the charge, and a call that is down is not carried out", async () => {
  const cartId = await lockedCart("18.00");
  service.fail(/^POST \/cart\/\w+\/payment/, "down");
  assert.equal((await client.pay(cartId, 18, CARDS.good)).status, 503);
  assert.deepEqual(service.ledger("18.00"), []);
  service.fail(/^POST \/cart\/\w+\/payment/, "lost");
  await assert.rejects(client.pay(cartId, 18, CARDS.good));
  assert.equal(service.ledger("18.00").length, 2);
});

test("admits a ticket once", async () => {
  const cartId = await lockedCart("19.00");
  const [sale] = ((await client.call("GET", `/cart/${cartId}`)).body as { sales: readonly { key: string }[] }).sales;
  const ticket = async () => {
    const { admissions } = (await client.call("GET", `/payment/${sale?.key}`)).body;
    return (admissions as readonly { link: string }[])[0]?.link.replace("/api/v2", "") ?? "";
  };
  const admit = async () => (await client.call("POST", `${await ticket()}admit`)).body.result;
  assert.equal(await admit(), "NOT_CONFIRMED");
  await client.pay(cartId, 19, CARDS.good);
  assert.deepEqual([await admit(), await admit()], ["ADMITTED", "ALREADY_ADMITTED"]);
});

test("answers 401 to another user, and its own 404 to the reference service's extensions", async () => {
  const stranger = openClient({ ...service, password: "another" });
  assert.equal((await stranger.call("GET", "/user/login")).status, 401);
  await stranger.close();
  for (const path of ["/account/7/facets", "/account/7/eventDates", "/account/7/paymentMethods", "/eventGroup/1"]) {
    const { status, body } = await client.call("GET", path);
    assert.deepEqual([status, Object.keys(body)], [404, ["problem"]], path);
  }
  assert.equal((await client.call("POST", "/quote", {})).status, 404);
  assert.equal((await client.call("GET", "/account/7/")).status, 200);
  assert.equal((await client.call("GET", "/account/7.json")).status, 200);
});

test("writes ids as text, references as links, amounts bare and times with :SSS", async () => {
  const { event } = putOnSale("Spelling", "20.50");
  const { body } = await client.call("GET", `/offering/${event}/PUBLIC?showSoldOut=true`);
  const [group] = body.groups as readonly { startDate: string; pages: readonly { items: readonly object[] }[] }[];
  assert.match(group?.startDate ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d:\d{3}\+1[23]00$/);
  assert.partialDeepStrictEqual(group?.pages[0]?.items[0], { price: 20.5, fee: 0 });
  assert.deepEqual(body.event, { link: `/api/v2/event/${event}/` });
});
