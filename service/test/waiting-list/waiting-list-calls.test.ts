import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const testApp = await openShop();
const { db, shop, promoter, place, putOn, reserve, close } = testApp;
test.after(close);

const JOIN = { email: "ada@example.com", quantity: 1, language: "en" };
const YES = { successful: true, messages: [], errors: [] };
const codeOf = (answered: Awaited<ReturnType<typeof shop>>) => at(answered, "errors", 0, "code");

/** Sells out a ticket type with a maximum of two, and returns the key of the reservation. */
async function soldOut() {
  const on = await putOn({ maximumAllocation: 2 });
  const reserved = await reserve(shop, on, 2);
  assert.equal(at(reserved, "successful"), true, JSON.stringify(reserved.body));
  return { ...on, reserved: String(at(reserved, "key")) };
}

async function keyOf(event: number, email: string): Promise<string> {
  const rows = await db.query<{ key: string }>(
    `SELECT key FROM waiting_list_entry WHERE event_id = $1 AND email = $2`,
    [event, email],
  );
  return rows[0]?.key ?? "";
}

test("joins, confirms, changes, gets an offer, and reserves with it", async () => {
  const { event, date, type, reserved } = await soldOut();
  const renderer = { address: "https://tickets.example/api/messages", token: "sealed" };
  const joined = await shop("POST", `/event/${event}/waitingList`, { ...JOIN, quantity: 2, messages: renderer });
  assert.deepEqual(joined.body, YES);
  const key = await keyOf(event, JOIN.email);
  const [message] = await db.query<Record<string, unknown>>(
    `SELECT kind, recipient, language, renderer, details ->> 'entry' AS entry FROM message`,
  );
  assert.deepEqual(message, {
    kind: "WAITING_LIST_CONFIRM",
    recipient: JOIN.email,
    language: "en",
    renderer,
    entry: key,
  });
  assert.equal(at(await shop("GET", `/waitingList/${key}`), "state"), "UNCONFIRMED");
  await shop("POST", `/waitingList/${key}/confirm`, {});
  assert.deepEqual((await shop("GET", `/event/${event}/waitingList`)).body, {
    open: true,
    waiting: 1,
    maximum: 2,
    quantities: [1, 2],
    dates: [{ eventDate: date, quantities: [1, 2] }],
    offerSeconds: 1800,
  });
  await shop("PUT", `/waitingList/${key}`, { quantity: 1 });
  await shop("DELETE", `/reservation/${reserved}`);
  const read = await shop("GET", `/waitingList/${key}`);
  assert.deepEqual([at(read, "state"), at(read, "quantity"), at(read, "ahead")], ["OFFERED", 1, 0]);
  assert.deepEqual(at(read, "offer", "ticketTypes", 0, "id"), type);
  assert.equal(codeOf(await shop("PUT", `/waitingList/${key}`, { quantity: 2 })), "WRONG_STATE");

  const waitingListOffer = at(read, "offer", "key");
  const bought = await reserve(shop, { event, type }, 1, { waitingListOffer });
  assert.equal(at(bought, "successful"), true, JSON.stringify(bought.body));
  assert.equal(codeOf(await reserve(shop, { event, type }, 1, { waitingListOffer })), "OFFER_ENDED");
  const used = await shop("GET", `/waitingList/${key}`);
  assert.deepEqual([at(used, "state"), at(used, "bought")], ["RESERVED", false]);
  const cart = at(bought, "multiSaleKey");
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD });
  assert.equal(at(paid, "successful"), true, JSON.stringify(paid.body));
  const after = await shop("GET", `/waitingList/${key}`);
  assert.deepEqual([at(after, "state"), at(after, "bought")], ["RESERVED", true]);
});

test("an entry is bought with the reservation of its offer, or what replaced it, and with no other of the cart", async () => {
  const on = await soldOut();
  await shop("POST", `/event/${on.event}/waitingList`, JOIN);
  const key = await keyOf(on.event, JOIN.email);
  await shop("POST", `/waitingList/${key}/confirm`, {});
  await shop("DELETE", `/reservation/${on.reserved}`);
  const entry = async () => {
    const read = await shop("GET", `/waitingList/${key}`);
    return [at(read, "state"), at(read, "endedBy"), at(read, "bought")];
  };
  const waitingListOffer = at(await shop("GET", `/waitingList/${key}`), "offer", "key");
  const first = await reserve(shop, on, 1, { waitingListOffer });
  const multiOrderKey = at(first, "multiSaleKey");
  const other = await reserve(shop, on, 1, { multiOrderKey, replaces: [at(first, "key")] });
  assert.equal(at(other, "successful"), true, JSON.stringify(other.body));
  assert.deepEqual(await entry(), ["RESERVED", undefined, false]);

  const last = await reserve(shop, on, 1, { multiOrderKey });
  assert.equal(at(last, "successful"), true, JSON.stringify(last.body));
  await shop("DELETE", `/reservation/${at(other, "key")}`);
  assert.deepEqual(await entry(), ["RESERVED", "RESERVATION", false]);
  await shop("POST", `/cart/${multiOrderKey}/lock`, BUYER);
  const paid = await shop("POST", `/cart/${multiOrderKey}/payment`, { amount: 47.5, creditCard: CARD });
  assert.equal(at(paid, "successful"), true, JSON.stringify(paid.body));
  assert.deepEqual(await entry(), ["RESERVED", "RESERVATION", false]);
});

test("an entry has as many tickets as an offer could have", async () => {
  const pack = { maximumAllocation: 9, minimumPerOrder: 4, maximumPerOrder: 8 };
  const on = await putOn(pack);
  assert.equal(at(await reserve(shop, on, 6), "successful"), true);
  const path = `/eventDate/${on.date}/waitingList`;
  const list = await shop("GET", path);
  assert.deepEqual([at(list, "open"), at(list, "quantities")], [true, [4, 5, 6, 7, 8]]);
  const refusalOf = async (quantity: number) => {
    const answered = await shop("POST", path, { ...JOIN, quantity });
    return [at(answered, "errors", 0, "code"), at(answered, "errors", 0, "path"), at(answered, "errors", 0, "left")];
  };
  assert.deepEqual(await refusalOf(3), ["UNDER_MINIMUM", "quantity", 8]);
  assert.deepEqual(await refusalOf(9), ["OVER_LIMIT", "quantity", 8]);
  assert.deepEqual((await shop("POST", path, { ...JOIN, quantity: 4 })).body, YES);
  const key = await keyOf(on.event, JOIN.email);
  assert.equal(codeOf(await shop("PUT", `/waitingList/${key}`, { quantity: 3 })), "UNDER_MINIMUM");
  assert.deepEqual((await shop("PUT", `/waitingList/${key}`, { quantity: 5 })).body, YES);
});

test("the list of sold-out tickets is open while others are on sale with a code, and offers none of these", async () => {
  const on = await soldOut();
  const coded = { name: "Members", eventDate: on.date, venueSection: place.balcony, price: 30, codeRequired: true };
  await make(promoter, "/ticketType", { ...coded, maximumPerOrder: 5 });
  const list = await shop("GET", `/event/${on.event}/waitingList`);
  assert.deepEqual([at(list, "open"), at(list, "quantities")], [true, [1, 2]]);
  const offering = await shop("GET", `/offering/${on.event}/PUBLIC?showSoldOut=true`);
  assert.deepEqual(
    [at(offering, "groups", 0, "saleStatus"), at(offering, "groups", 0, "waitingList")],
    ["SOLD_OUT", true],
  );
});

test("a date of which no order fits has no waiting list", async () => {
  const on = await putOn({ maximumAllocation: 4, minimumPerOrder: 4, maximumPerOrder: 8 });
  await promoter("PUT", `/ticketType/${on.type}`, { maximumAllocation: 3 });
  const list = await shop("GET", `/event/${on.event}/waitingList`);
  assert.deepEqual([at(list, "open"), at(list, "quantities"), at(list, "dates")], [false, [], []]);
  assert.equal(codeOf(await shop("POST", `/eventDate/${on.date}/waitingList`, JOIN)), "NOT_ON_SALE");
  const offering = await shop("GET", `/offering/${on.event}/PUBLIC?showSoldOut=true`);
  assert.deepEqual(
    [at(offering, "groups", 0, "saleStatus"), at(offering, "groups", 0, "waitingList")],
    ["SOLD_OUT", undefined],
  );
});

test("what only a code opens has no waiting list", async () => {
  const on = await putOn({ codeRequired: true });
  await promoter("PUT", `/ticketType/${on.type}`, { maximumAllocation: 0 });
  assert.equal(at(await shop("GET", `/event/${on.event}/waitingList`), "open"), false);
  assert.equal(codeOf(await shop("POST", `/event/${on.event}/waitingList`, JOIN)), "NOT_ON_SALE");
  const offering = await shop("GET", `/offering/${on.event}/PUBLIC?showSoldOut=true`);
  assert.deepEqual(
    [at(offering, "groups", 0, "saleStatus"), at(offering, "groups", 0, "waitingList")],
    ["SOLD_OUT", undefined],
  );
});

test("gives every address one answer, and refuses what makes no sense", async () => {
  const { event, date } = await soldOut();
  const first = await shop("POST", `/eventDate/${date}/waitingList`, JOIN);
  const again = await shop("POST", `/eventDate/${date}/waitingList`, JOIN);
  assert.deepEqual([first.status, first.body], [again.status, again.body]);
  assert.equal(codeOf(await shop("POST", `/event/${event}/waitingList`, { ...JOIN, quantity: 11 })), "OVER_LIMIT");
  const messages = { address: "https://elsewhere.example/api", token: "sealed" };
  const elsewhere = await shop("POST", `/event/${event}/waitingList`, { ...JOIN, messages });
  assert.deepEqual([elsewhere.status, at(elsewhere, "errors", 0, "path")], [400, "messages.address"]);
  const two = await shop("POST", `/event/${event}/waitingList`, { ...JOIN, email: "a@b.example,c@d.example" });
  assert.deepEqual([two.status, at(two, "errors", 0, "path")], [400, "email"]);
  const { event: other } = await putOn();
  assert.equal(codeOf(await shop("POST", `/event/${other}/waitingList`, JOIN)), "NOT_SOLD_OUT");
  assert.equal(at(await shop("GET", `/event/${other}/waitingList`), "open"), false);
});

test("an offering says of a sold-out date that its waiting list can be joined", async () => {
  const { event } = await soldOut();
  const offering = await shop("GET", `/offering/${event}/PUBLIC`);
  assert.deepEqual(
    [at(offering, "groups", 0, "saleStatus"), at(offering, "groups", 0, "waitingList")],
    ["SOLD_OUT", true],
  );
});
