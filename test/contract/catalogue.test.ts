import assert from "node:assert/strict";
import { test } from "node:test";
import { ticketTypesOf } from "#lib/domain/catalogue/offering.ts";
import { getEventDate } from "#lib/ticketing/event-dates.ts";
import { getEvent, listEvents } from "#lib/ticketing/events.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { putOnSale } from "#test/contract/put-on-sale.ts";

const UNKNOWN = 900_000_000_000;

test("reads the event, the date and the offering of a published event", async () => {
  const onSale = await putOnSale("The Tempest", [
    { name: "Adult" },
    { name: "Child", price: 20, fee: 0, maximumPerOrder: 4 },
  ]);

  const summary = (await listEvents()).find(({ id }) => id === onSale.eventId);
  assert.equal(summary?.name, "The Tempest");
  assert.equal(summary.saleStatus, "ON_SALE");
  assert.deepEqual(summary.tags, ["contract"]);
  assert.equal(summary.venue.timeZone, "Pacific/Auckland");
  assert.equal(summary.venue.city, "Nelson");
  assert.match(summary.firstDate ?? "", /^\d{4}-12-04T19:30:00\.000\+13:00$/);

  const event = await getEvent(onSale.eventId);
  assert.deepEqual(event?.eventDateIds, [onSale.eventDateId]);
  assert.equal(event.abstract, "In short.");
  assert.equal(event.description, "Created by a contract test.");

  const date = await getEventDate(onSale.eventDateId);
  assert.deepEqual([date?.eventId, date?.saleStatus, date?.timeZone], [onSale.eventId, "ON_SALE", "Pacific/Auckland"]);
  assert.match(date?.startsAt ?? "", /^\d{4}-12-04T19:30:00\.000\+13:00$/);

  const [group] = (await getOffering(onSale.eventId))?.groups ?? [];
  const types = group ? ticketTypesOf(group) : [];
  assert.equal(group?.eventDateId, onSale.eventDateId);
  assert.deepEqual(
    types.map(({ id, name, price, fee, maximum, available }) => [id, name, price.minor, fee.minor, maximum, available]),
    [
      [onSale.ticketTypeIds[0], "Adult", 4500, 250, 10, 20],
      [onSale.ticketTypeIds[1], "Child", 2000, 0, 4, 20],
    ],
  );
});

test("returns undefined for an unpublished event and for an unknown id", async () => {
  const { eventId } = await putOnSale("A Secret", [{ name: "Adult" }], { publish: false });
  assert.equal(
    (await listEvents()).some(({ id }) => id === eventId),
    false,
  );
  assert.equal(await getEvent(eventId), undefined);
  assert.equal(await getOffering(eventId), undefined);
  for (const get of [getEvent, getEventDate, getOffering]) assert.equal(await get(UNKNOWN), undefined);
});
