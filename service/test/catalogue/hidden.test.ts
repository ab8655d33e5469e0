import assert from "node:assert/strict";
import test from "node:test";
import { make } from "#test/asking.ts";
import { at, openShop } from "#test/selling.ts";

const testApp = await openShop();
test.after(testApp.close);
const { shop, promoter, putOn, reserve } = testApp;

/** Creates an event with a public ticket type that is sold out, and a hidden one. */
async function withSecret() {
  const on = await putOn({ maximumAllocation: 0 });
  const section = at(await promoter("GET", `/ticketType/${on.type}`), "venueSection", "id");
  const more = { name: "Friends of the house", eventDate: on.date, venueSection: section, price: 10, hidden: true };
  return { ...on, type: await make(promoter, "/ticketType", more) };
}

test("refuses a guessed id of a hidden or draft ticket type without its name", async () => {
  const secret = await withSecret();
  for (const bookingCode of ["", "guess"]) {
    const refused = await reserve(shop, secret, 1, { bookingCode });
    const message = "This ticket type needs a booking code. Send it as bookingCode.";
    assert.deepEqual([at(refused, "errors", 0, "code"), at(refused, "messages", 0)], ["CODE_REQUIRED", message]);
  }
  const draft = await putOn();
  await promoter("PUT", `/event/${draft.event}/publish/false`);
  assert.doesNotMatch(JSON.stringify(await reserve(shop, draft, 1)), /Adult/);
});

test("shows a question for a hidden ticket type with its id and without its name", async () => {
  const { event, type } = await withSecret();
  const question = { event, askedOf: "GUEST", name: "DIET", label: "What do you eat?", inputType: "TEXT" };
  await make(promoter, "/additionalField", { ...question, ticketTypes: [type] });
  const ticketTypes = at(await shop("GET", `/event/${event}/detailed`), "guestFields", 0, "ticketTypes");
  assert.deepEqual(ticketTypes, [{ id: type, name: "", link: `/v2/ticketType/${type}` }]);
  const known = at(await promoter("GET", `/event/${event}/detailed`), "guestFields", 0, "ticketTypes", 0, "name");
  assert.equal(known, "Friends of the house");
});

test("ignores hidden ticket types in the sale status of calendar and event alike", async () => {
  const { event } = await withSecret();
  const account = at(await shop("GET", "/user/login"), "account", "id");
  const dates = (await shop("GET", `/account/${account}/eventDates`)).body as {
    event: { id: number };
    saleStatus: string;
  }[];
  const status = dates.find((date) => date.event.id === event)?.saleStatus;
  assert.deepEqual([status, at(await shop("GET", `/event/${event}`), "saleStatus")], ["SOLD_OUT", "SOLD_OUT"]);
});
