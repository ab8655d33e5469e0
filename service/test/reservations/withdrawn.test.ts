import assert from "node:assert/strict";
import test from "node:test";
import { make } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { shop, promoter, place, putOn, reserved, close } = await openShop();
test.after(close);

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

test("returns the section of each line in reservation, cart and admission, for ticket types of one name", async () => {
  const on = await putOn();
  const circle = await make(promoter, "/ticketType", {
    ...{ name: "Adult", eventDate: on.date, venueSection: place.balcony, price: 45, fee: 2.5 },
  });
  const tickets = [on.type, circle].map((ticketType) => ({ ticketType, quantity: 1 }));
  const answered = await shop("POST", "/reservation/", { event: on.event, tickets });
  const key = String(at(answered, "key"));
  const cart = String(at(answered, "multiSaleKey"));
  const sections = [at(answered, "invoice", "lines"), at(await shop("GET", `/cart/${cart}`), "sales", 0, "items")].map(
    (lines) => (lines as readonly Line[]).map(({ ticketType, venueSection }) => [ticketType.name, venueSection.name]),
  );
  const both = [
    ["Adult", "Stalls"],
    ["Adult", "Balcony"],
  ];
  assert.deepEqual(sections, [both, both]);

  await shop("POST", `/cart/${cart}/lock`, BUYER);
  await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD });
  const refs = at(await shop("GET", `/payment/${key}`), "admissions") as readonly { readonly id: number }[];
  const admissions = await Promise.all(
    refs.map(({ id }) => shop("GET", `/admission/${id}`, undefined, { "sale-key": key })),
  );
  assert.deepEqual(
    admissions.map((admission) => [at(admission, "ticketType", "name"), at(admission, "venueSection", "name")]),
    both,
  );
  assert.deepEqual(
    admissions.map((admission) => at(admission, "venueSection", "id")),
    [place.stalls, place.balcony],
  );
});

type Line = { readonly ticketType: { readonly name: string }; readonly venueSection: { readonly name: string } };
