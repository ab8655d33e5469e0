import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, make, openShop } from "#test/test-app.ts";

const testApp = await openShop();
test.after(testApp.close);
const { shop, promoter, stranger, putOn, reserve } = testApp;

const cartOf = (key: string) => shop("GET", `/cart/${key}`);
const setCodes = (key: string, bookingCode: string) => shop("PUT", `/cart/${key}/codes`, { bookingCode });
const due = async (key: string) => at(await cartOf(key), "total", "amount");

async function enabled(path: string, body: object): Promise<number> {
  const id = await make(promoter, path, body);
  assert.equal((await promoter("PUT", `${path}/${id}/enable/true`)).status, 200);
  return id;
}

/** Creates 20 % off for tickets of two of these events, with a third event. */
async function festival() {
  const events = [await putOn(), await putOn(), await putOn()] as const;
  const rule = { name: "Festival pass", percentage: 20, minimumEvents: 2, events: events.map(({ event }) => event) };
  const id = await enabled("/festivalDiscount", rule);
  return { events, rule: `festivalDiscount:${id}` };
}

test("refuses to pay a part of a cart that has savings over the whole", async () => {
  const { events } = await festival();
  const first = await reserve(shop, events[0], 1);
  const cart = String(at(first, "multiSaleKey"));
  await reserve(shop, events[1], 1, { multiOrderKey: cart });
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const ask = (amount: number) =>
    promoter("POST", `/reservation/${at(first, "key")}/payment`, { amounts: { CASH: amount } });
  assert.deepEqual([at(await ask(38), "type"), at(await ask(38), "successful")], ["WRONG_STATE", false]);
});

test("adds and removes codes while the places stay reserved", async () => {
  const on = await putOn();
  const rule = { name: "Five off", kind: "PER_ORDER", amount: 5, codeRequired: true, events: [on.event] };
  await make(promoter, "/code", { text: "FIVE", kind: "DISCOUNT", discount: await enabled("/discount", rule) });
  const reserved = await reserve(shop, on, 2);
  const cart = String(at(reserved, "multiSaleKey"));
  const given = await setCodes(cart, "five nobodys");
  assert.deepEqual(at(given, "successful"), true, JSON.stringify(given.body));
  assert.deepEqual(
    [at(given, "codes", 0, "result"), at(given, "codes", 0, "saving", "amount"), at(given, "codes", 1, "result")],
    ["APPLIED", 5, "UNKNOWN"],
  );
  assert.equal(await due(cart), 90);
  assert.deepEqual(at(await cartOf(cart), "codes"), at(given, "codes"));
  assert.deepEqual(at(await setCodes(cart, ""), "codes"), []);
  assert.equal(await due(cart), 95);
  assert.equal(at(await cartOf(cart), "sales", 0, "key"), at(reserved, "key"));
});

test("refuses to remove a code that tickets in the cart need", async () => {
  const on = await putOn({ codeRequired: true });
  await make(promoter, "/code", { text: "MEMBERS", kind: "BOOKING", ticketTypes: [on.type] });
  const cart = String(at(await reserve(shop, on, 1, { bookingCode: "members" }), "multiSaleKey"));
  const refused = await setCodes(cart, "other");
  assert.deepEqual(
    [at(refused, "successful"), at(refused, "errors", 0, "code"), at(refused, "errors", 0, "ticketType")],
    [false, "CODE_REQUIRED", on.type],
  );
  assert.equal(at(await cartOf(cart), "codes", 0, "result"), "UNLOCKED");
  assert.equal(at(await setCodes(cart, "MEMBERS"), "successful"), true);
});

test("quotes the price of a selection with the cart, without reserving", async () => {
  const { events, rule } = await festival();
  const [one, two] = events;
  const cart = String(at(await reserve(shop, one, 1), "multiSaleKey"));
  const tickets = [{ ticketType: two.type, quantity: 1 }];
  const quoted = await shop("POST", "/quote", { event: two.event, tickets, multiOrderKey: cart, bookingCode: "none" });
  assert.deepEqual(
    [at(quoted, "subtotal", "amount"), at(quoted, "total", "amount"), at(quoted, "savings", 0, "amount", "amount")],
    [95, 76, 19],
  );
  assert.equal(at(quoted, "codes", 0, "result"), "UNKNOWN");
  assert.equal(await due(cart), 47.5);

  const alone = await shop("POST", "/quote", { event: one.event, tickets: [{ ticketType: one.type, quantity: 1 }] });
  assert.deepEqual([at(alone, "total", "amount"), at(alone, "advice", 0, "rule")], [47.5, rule]);
  assert.deepEqual([at(alone, "advice", 0, "saves", "amount"), at(alone, "advice", 0, "total", "amount")], [19, 76]);

  assert.equal((await shop("POST", "/quote", { event: one.event, tickets })).status, 400);
  assert.equal((await shop("POST", "/quote", { event: 9e9, tickets })).status, 404);
  assert.equal((await stranger("POST", "/quote", { event: two.event, tickets })).status, 404);
  assert.equal((await shop("POST", "/quote", { event: two.event, tickets, multiOrderKey: "ZZZZZZZZZ9" })).status, 404);
});

test("advises no ticket for a child of another event to an adult, unless it has no other", async () => {
  const [one, two, three] = (await festival()).events;
  const addChild = async ({ date, type }: typeof two) => {
    const section = at(await promoter("GET", `/ticketType/${type}`), "venueSection", "id");
    return make(promoter, "/ticketType", { name: "Under 16", eventDate: date, price: 10, venueSection: section });
  };
  const advised = async () => {
    const quoted = await shop("POST", "/quote", { event: one.event, tickets: [{ ticketType: one.type, quantity: 1 }] });
    return [at(quoted, "advice", 0, "missing", 0, "ticketTypes", 0, "id"), at(quoted, "advice", 0, "total", "amount")];
  };
  const child = await addChild(two);
  assert.deepEqual(await advised(), [two.type, 76]);
  for (const { type } of [two, three])
    assert.equal((await promoter("PUT", `/ticketType/${type}`, { name: "Standing" })).status, 200);
  assert.deepEqual(await advised(), [child, 46]);
});

test("advises no more tickets of an event whose prices have changed since: to add them reserves the others anew", async () => {
  const on = await putOn();
  const pack = { name: "Pair", quantity: 2, discountType: "PERCENTAGE", discountAmount: 25, events: [on.event] };
  await enabled("/multipack", pack);
  const cart = String(at(await reserve(shop, on, 1), "multiSaleKey"));
  assert.equal(at(await cartOf(cart), "advice", 0, "total", "amount"), 71.24);
  await promoter("PUT", `/ticketType/${on.type}`, { price: 60 });
  assert.deepEqual(at(await cartOf(cart), "advice"), []);
});

test("offers discounts without a code, and hidden ticket types only with their code", async () => {
  const on = await putOn();
  const whole = {
    name: "Bring a friend",
    ruleName: "Two for 80",
    quantity: 2,
    discountType: "PACK_PRICE",
    discountAmount: 80,
  };
  const id = await enabled("/multipack", { ...whole, events: [on.event] });
  await make(promoter, "/multipack", { ...whole, events: [on.event] });
  const place = await promoter("GET", `/ticketType/${on.type}`);
  const secret = await make(promoter, "/ticketType", {
    name: "Secret",
    eventDate: on.date,
    price: 10,
    hidden: true,
    venueSection: at(place, "venueSection", "id"),
  });
  await make(promoter, "/code", { text: "SESAME", kind: "REVEAL", ticketTypes: [secret] });
  await make(promoter, "/code", { text: "ELSE", kind: "REVEAL", events: [(await putOn()).event] });
  const names = async (query: string) => {
    const items = at(await shop("GET", `/offering/${on.event}/PUBLIC${query}`), "groups", 0, "pages", 0, "items");
    return (items as { name: string; revealed?: boolean }[]).map(({ name, revealed = false }) => [name, revealed]);
  };
  for (const query of ["", "?revealCode=wrong", "?revealCode=ELSE"])
    assert.deepEqual(await names(query), [["Adult", false]]);
  assert.deepEqual(await names("?revealCode=wrong%20sesame"), [
    ["Adult", false],
    ["Secret", true],
  ]);
  assert.equal((await shop("GET", `/ticketType/${secret}`)).status, 404);
  assert.equal((await promoter("GET", `/ticketType/${secret}`)).status, 200);
  assert.equal(at(await shop("GET", `/event/${on.event}`), "lowPrice", "amount"), 47.5);

  const [offered, ...more] = at(await shop("GET", `/offering/${on.event}/PUBLIC`), "discounts") as readonly object[];
  assert.equal(more.length, 0);
  const facts = { kind: "MULTIPACK", quantity: 2, packPrice: { amount: 80, currency: "NZD" } };
  assert.deepEqual({ ...offered, events: [] }, { rule: `multipack:${id}`, name: "Two for 80", ...facts, events: [] });
});

test("refuses to change the codes of a locked, empty, expired or unknown cart, or another account's", async () => {
  const reserved = await reserve(shop, await putOn(), 1);
  const cart = String(at(reserved, "multiSaleKey"));
  assert.equal((await stranger("PUT", `/cart/${cart}/codes`, { bookingCode: "X" })).status, 404);
  assert.equal((await setCodes("ZZZZZZZZZ9", "X")).status, 404);
  assert.equal((await setCodes(cart, "x".repeat(41))).status, 400);
  const empty = String(at(await shop("GET", "/cart"), "key"));
  assert.equal(at(await setCodes(empty, "X"), "errors", 0, "code"), "WRONG_STATE");
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.equal(at(await setCodes(cart, "X"), "errors", 0, "code"), "WRONG_STATE");
  await shop("POST", `/cart/${cart}/unlock`, {});
  await testApp.db.query(`UPDATE sale SET expires_at = now() - interval '1 minute' WHERE cart_key = $1`, [cart]);
  assert.equal(at(await setCodes(cart, "X"), "errors", 0, "code"), "HOLD_ENDED");
  const expiry = "created_at = now() - interval '3 hours', expires_at = now() + interval '1 second'";
  await testApp.db.query(`UPDATE sale SET ${expiry} WHERE cart_key = $1`, [cart]);
  assert.equal(at(await shop("POST", `/cart/${cart}/extend`), "errors", 0, "code"), "CEILING_REACHED");
});
