import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const testApp = await openShop();
test.after(testApp.close);
const { shop, promoter, putOn, reserve, reserved } = testApp;

/** Creates an event with a public ticket type that is sold out, and a hidden one. */
async function withSecret() {
  const on = await putOn();
  await promoter("PUT", `/ticketType/${on.type}`, { maximumAllocation: 0 });
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

test("returns date and venue with cart and admission after the event was unpublished", async () => {
  const on = await reserved();
  const shown = await shop("GET", `/eventDate/${on.date}`);
  const { venue } = (await shop("GET", `/event/${on.event}`)).body as { venue: { name: string } };
  const said = [at(shown, "startDate"), at(shown, "endDate"), venue];
  assert.equal((await promoter("PUT", `/event/${on.event}/publish/false`)).status, 200);
  for (const hidden of [`/event/${on.event}`, `/event/${on.event}/detailed`, `/eventDate/${on.date}`]) {
    assert.equal((await shop("GET", hidden)).status, 404, "the control: the catalogue no longer shows the event");
  }

  const cart = await shop("GET", `/cart/${on.cart}`);
  const ofCart = (...path: readonly (string | number)[]) => at(cart, "sales", 0, ...path);
  assert.deepEqual([ofCart("eventDates", 0, "id"), ofCart("eventDates", 1)], [on.date, undefined]);
  assert.deepEqual([ofCart("eventDates", 0, "startDate"), ofCart("eventDates", 0, "endDate"), ofCart("venue")], said);

  await shop("POST", `/cart/${on.cart}/lock`, BUYER);
  assert.equal(at(await shop("POST", `/cart/${on.cart}/payment`, { amount: 95, creditCard: CARD }), "type"), "SUCCESS");
  const ticket = at(await shop("GET", `/payment/${on.key}`), "admissions", 0, "id");
  const admission = await shop("GET", `/admission/${ticket}`, undefined, { "sale-key": on.key });
  assert.equal(at(admission, "eventDate", "id"), on.date);
  assert.deepEqual(
    [at(admission, "eventDate", "startDate"), at(admission, "eventDate", "endDate"), at(admission, "venue")],
    said,
  );
});
