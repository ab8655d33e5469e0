import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, make, makeVenue, openShop, publish } from "#test/test-app.ts";

const { db, shop, promoter, putOn, reserve, reserved, close } = await openShop();
test.after(close);

const status = async (key: string) => at(await shop("GET", `/reservation/${key}`), "status");
const guest = (ticketType: number) => ({ ticketType, data: { Diet: "Anything" } });

for (const asksGuests of [true, false]) {
  const how = asksGuests ? "an event that asks guests" : "an event without questions";
  test(`refuses guests without a ticket by their path, and locks nothing: ${how}`, async () => {
    const on = await reserved(2);
    const elsewhere = await putOn();
    if (asksGuests) {
      const field = { event: on.event, name: "Diet", label: "Diet?", inputType: "TEXT", askedOf: "GUEST" };
      await make(promoter, "/additionalField", field);
    }
    const guests = [guest(on.type), guest(elsewhere.type), guest(on.type), guest(on.type)];
    for (const path of [`/cart/${on.cart}/lock`, `/reservation/${on.key}/lock`]) {
      const refused = await shop("POST", path, { ...BUYER, guests });
      assert.equal(refused.status, 400);
      const rows = at(refused, "errors") as readonly { path: string; code: string }[];
      assert.deepEqual(
        rows.map(({ path, code }) => [path, code]),
        [
          ["guests[1].ticketType", "NOT_FOUND"],
          ["guests[3]", "RANGE"],
        ],
      );
      assert.equal(await status(on.key), "RESERVED");
    }
    const fitting = { ...BUYER, guests: [guest(on.type), guest(on.type)] };
    assert.equal(at(await shop("POST", `/cart/${on.cart}/lock`, fitting), "successful"), true);
    assert.equal(await status(on.key), "LOCKED");
  });
}

test("refuses guests of another reservation of the cart in a lock of one reservation", async () => {
  const on = await reserved(1);
  const other = await putOn();
  await reserve(shop, other, 1, { multiOrderKey: on.cart });
  const guests = [guest(on.type), guest(other.type)];
  const refused = await shop("POST", `/reservation/${on.key}/lock`, { ...BUYER, guests });
  assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "guests[1].ticketType"]);
  assert.equal(at(await shop("POST", `/cart/${on.cart}/lock`, { ...BUYER, guests }), "successful"), true);
});

const MESSAGES = { address: "https://tickets.example/api/messages", token: "sealed" };

async function storedOf(cart: string): Promise<readonly unknown[]> {
  const rows = await db.query<{ messages: unknown }>("SELECT messages FROM sale WHERE cart_key = $1", [cart]);
  return rows.map(({ messages }) => messages);
}

test("stores where messages are rendered with the sales of the cart, also when a later lock does not repeat it", async () => {
  const { cart } = await reserved();
  const locked = await shop("POST", `/cart/${cart}/lock`, { ...BUYER, messages: MESSAGES });
  assert.equal(at(locked, "successful"), true, JSON.stringify(locked.body));
  assert.deepEqual(await storedOf(cart), [MESSAGES]);
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.deepEqual(await storedOf(cart), [MESSAGES]);
});

test("the token is in no answer about the sale", async () => {
  const { cart, key } = await reserved();
  await shop("POST", `/reservation/${key}/lock`, { ...BUYER, messages: { ...MESSAGES, token: "a sealed token" } });
  for (const path of [`/cart/${cart}`, `/reservation/${key}`, `/payment/${key}`])
    assert.doesNotMatch(JSON.stringify(await shop("GET", path)), /a sealed token/);
});

for (const address of ["https://attacker.example/api/messages", "http://tickets.example/api/messages"]) {
  test(`refuses to render at ${address}, whose origin is not allowed, and locks nothing`, async () => {
    const { cart, key } = await reserved();
    const refused = await shop("POST", `/cart/${cart}/lock`, { ...BUYER, messages: { ...MESSAGES, address } });
    assert.equal(refused.status, 400);
    assert.deepEqual(
      [at(refused, "errors", 0, "path"), at(refused, "errors", 0, "code")],
      ["messages.address", "RANGE"],
    );
    assert.equal(at(await shop("GET", `/payment/${key}`), "status"), "RESERVED");
  });
}

test("refuses an address that no message can be sent to", async () => {
  const { cart } = await reserved();
  const refused = await shop("POST", `/cart/${cart}/lock`, { ...BUYER, EMAIL: "ada@127.0.0.1" });
  assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "EMAIL"]);
});

async function putOnIn(currency: string) {
  const { venue, whole, stalls } = await makeVenue(promoter);
  const event = await make(promoter, "/event", { name: "Tolls", venue, venueConfiguration: whole, currency });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const type = await make(promoter, "/ticketType", { name: "Adult", eventDate, venueSection: stalls, price: 45 });
  await publish(promoter, event);
  return { event, type };
}

const [dollars, yen] = [await putOnIn("NZD"), await putOnIn("JPY")];
const newCart = async () => String(at(await shop("GET", "/cart"), "key"));
const salesOf = async (cart: string) => Object(at(await shop("GET", `/cart/${cart}`), "sales")).length;

test("refuses one of two currencies that are added to an empty cart concurrently", async () => {
  for (let round = 0; round < 10; round += 1) {
    const cart = await newCart();
    const answered = await Promise.all([dollars, yen].map((on) => reserve(shop, on, 1, { multiOrderKey: cart })));
    const made = answered.filter((one) => at(one, "successful") === true);
    assert.deepEqual([made.length, await salesOf(cart)], [1, 1]);
    for (const one of answered.filter((one) => !made.includes(one))) {
      assert.equal(at(one, "errors", 0, "code"), "MIXED_CURRENCY");
    }
  }
});

test("does not add up, lock or charge a cart that has two currencies", async () => {
  const cart = await newCart();
  for (const on of [dollars, yen]) {
    const multiOrderKey = String(at(await reserve(shop, on, 1), "multiSaleKey"));
    await db.query("UPDATE sale SET cart_key = $1 WHERE cart_key = $2", [cart, multiOrderKey]);
  }
  const read = await shop("GET", `/cart/${cart}`);
  assert.deepEqual([read.status, await salesOf(cart), at(read, "total", "amount")], [200, 2, 45]);
  const locked = await shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.deepEqual([locked.status, at(locked, "errors", 0, "code")], [200, "MIXED_CURRENCY"]);
  const keys = [0, 1].map((one) => String(at(read, "sales", one, "key")));
  for (const key of keys) assert.equal(at(await shop("POST", `/reservation/${key}/lock`, BUYER), "successful"), true);
  const pay = () => shop("POST", `/cart/${cart}/payment`, { amount: 45, creditCard: CARD });
  assert.equal(at(await pay(), "type"), "WRONG_STATE");
  await shop("DELETE", `/reservation/${keys[1]}`, {});
  assert.equal(at(await pay(), "type"), "SUCCESS");
});

const [OLD, NEW, OTHER] = ["2026", "2027", "other"].map((version) => `https://harbour.example/conditions/${version}`);

async function withTerms(url: string | undefined, termsRequired = true) {
  const on = await putOn();
  await demand(on.event, url, termsRequired);
  return on;
}

async function demand(event: number, externalTermsUrl: string | undefined, termsRequired = true) {
  const body = { externalTermsUrl: externalTermsUrl ?? null, termsRequired };
  assert.equal((await promoter("PUT", `/event/${event}`, body)).status, 200);
}

async function reserveOf(on: { event: number; type: number }, cart?: string) {
  const answered = await reserve(shop, on, 1, cart === undefined ? {} : { multiOrderKey: cart });
  return { key: String(at(answered, "key")), cart: String(at(answered, "multiSaleKey")) };
}

const lock = (path: string, acceptedTerms?: readonly (string | undefined)[]) =>
  shop("POST", `${path}/lock`, { ...BUYER, ...(acceptedTerms && { acceptedTerms }) });
const acceptedOf = async (key: string) =>
  at(await promoter("GET", `/payment/${key}`), "acceptedTerms") as { url: string; accepted: string } | null;
const statusOf = async (key: string) => at(await shop("GET", `/reservation/${key}`), "status");

const REFUSED: readonly (readonly [what: string, acceptedTerms: readonly (string | undefined)[] | undefined])[] = [
  ["without acceptedTerms", undefined],
  ["with earlier conditions", [OLD]],
  ["with another event's conditions", [OTHER]],
];
for (const [what, acceptedTerms] of REFUSED) {
  test(`refuses a lock ${what} by the field's path, and stores nothing`, async () => {
    const { key, cart } = await reserveOf(await withTerms(NEW));
    for (const path of [`/cart/${cart}`, `/reservation/${key}`]) {
      const refused = await lock(path, acceptedTerms);
      const [row] = at(refused, "errors") as { path: string; code: string; message: string }[];
      assert.deepEqual([refused.status, row?.path, row?.code], [400, "acceptedTerms", "REQUIRED"]);
      assert.ok(row?.message.includes(NEW ?? ""));
      assert.equal(await statusOf(key), "RESERVED");
    }
    assert.equal(await acceptedOf(key), null);
  });
}

test("accepts the same lock when the event has no conditions or does not require them", async () => {
  for (const on of [await withTerms(NEW, false), await withTerms(undefined)]) {
    const { key, cart } = await reserveOf(on);
    assert.equal(at(await lock(`/cart/${cart}`), "successful"), true);
    assert.equal(await acceptedOf(key), null);
  }
});

test("stores the accepted conditions and the database's time with the sale", async () => {
  const { key, cart } = await reserveOf(await withTerms(NEW));
  const [clock] = await db.query<{ now: Date }>("SELECT date_trunc('milliseconds', now()) AS now");
  assert.equal(at(await lock(`/cart/${cart}`, [NEW]), "successful"), true);
  const accepted = await acceptedOf(key);
  assert.ok(accepted);
  assert.equal(accepted.url, NEW);
  const since = Date.parse(accepted.accepted) - (clock?.now.getTime() ?? 0);
  assert.ok(since >= 0 && since < 60_000, `${since} ms after`);

  // Unlocking, new conditions and paying do not change the accepted ones.
  await shop("POST", `/cart/${cart}/unlock`);
  assert.equal(at(await lock(`/cart/${cart}`), "successful"), true);
  assert.deepEqual(await acceptedOf(key), accepted);
  const due = at(await shop("GET", `/cart/${cart}`), "total", "amount");
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: due, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  assert.deepEqual(await acceptedOf(key), accepted);
});

test("requires conditions again that changed after they were accepted", async () => {
  const on = await withTerms(OLD);
  const { key, cart } = await reserveOf(on);
  assert.equal(at(await lock(`/cart/${cart}`, [OLD]), "successful"), true);
  await shop("POST", `/cart/${cart}/unlock`);
  await demand(on.event, NEW);
  assert.equal((await lock(`/cart/${cart}`)).status, 400);
  assert.equal((await acceptedOf(key))?.url, OLD);
  assert.equal(at(await lock(`/cart/${cart}`, [OLD, NEW]), "successful"), true);
  assert.equal((await acceptedOf(key))?.url, NEW);
});

test("stores each event's conditions with its sale, and accepts shared ones once", async () => {
  const [one, two, three] = [await withTerms(NEW), await withTerms(NEW), await withTerms(OTHER)];
  const first = await reserveOf(one);
  const second = await reserveOf(two, first.cart);
  const third = await reserveOf(three, first.cart);
  const refused = await lock(`/cart/${first.cart}`, []);
  assert.equal((at(refused, "errors") as unknown[]).length, 2);
  assert.equal(at(await lock(`/cart/${first.cart}`, [NEW, OTHER, OLD]), "successful"), true);
  const urls = await Promise.all([first, second, third].map(async ({ key }) => (await acceptedOf(key))?.url));
  assert.deepEqual(urls, [NEW, NEW, OTHER]);
});
