import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { shop, promoter, reserved, close } = await openShop();
test.after(close);

test("whoever holds tickets learns when and where from the cart and the ticket, also after the event has left the catalogue", async () => {
  const on = await reserved();
  const shown = await shop("GET", `/eventDate/${on.date}`);
  const { venue } = (await shop("GET", `/event/${on.event}`)).body as { venue: { name: string } };
  const said = [at(shown, "startDate"), at(shown, "endDate"), venue];
  assert.equal((await promoter("PUT", `/event/${on.event}/publish/false`)).status, 200);
  for (const hidden of [`/event/${on.event}`, `/event/${on.event}/detailed`, `/eventDate/${on.date}`]) {
    assert.equal((await shop("GET", hidden)).status, 404, "the control: the catalogue says nothing any more");
  }

  const cart = await shop("GET", `/cart/${on.cart}`);
  const ofCart = (...path: readonly (string | number)[]) => at(cart, "sales", 0, ...path);
  assert.deepEqual([ofCart("eventDates", 0, "id"), ofCart("eventDates", 1)], [on.date, undefined]);
  assert.deepEqual([ofCart("eventDates", 0, "startDate"), ofCart("eventDates", 0, "endDate"), ofCart("venue")], said);

  await shop("POST", `/cart/${on.cart}/lock`, BUYER);
  assert.equal(at(await shop("POST", `/cart/${on.cart}/payment`, { amount: 95, creditCard: CARD }), "type"), "SUCCESS");
  const ticket = at(await shop("GET", `/payment/${on.key}`), "admissions", 0, "id");
  const admission = await shop("GET", `/admission/${ticket}`);
  assert.equal(at(admission, "eventDate", "id"), on.date);
  assert.deepEqual(
    [at(admission, "eventDate", "startDate"), at(admission, "eventDate", "endDate"), at(admission, "venue")],
    said,
  );
});
