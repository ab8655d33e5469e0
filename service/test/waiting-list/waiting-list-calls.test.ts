import assert from "node:assert/strict";
import test from "node:test";
import { at, openShop } from "#test/test-app.ts";

const testApp = await openShop();
const { db, shop, putOn, reserve, close } = testApp;
test.after(close);

const JOIN = { email: "ada@example.com", quantity: 1, language: "en" };
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
  const { event, type, reserved } = await soldOut();
  const renderer = { address: "https://tickets.example/api/messages", token: "sealed" };
  const joined = await shop("POST", `/event/${event}/waitingList`, { ...JOIN, quantity: 2, messages: renderer });
  assert.deepEqual(joined.body, { successful: true, messages: [], errors: [] });
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
    maximum: 10,
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
  assert.equal(at(await shop("GET", `/waitingList/${key}`), "state"), "RESERVED");
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
