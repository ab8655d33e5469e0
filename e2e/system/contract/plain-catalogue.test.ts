import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { applySettings, settingsInFrontOf } from "#e2e/tools/storefront-settings.ts";
import { findDates, findEvents, findFacets } from "#lib/catalogue/find.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { asOffered, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";

// What the storefront reads of a service with the specification and the public reference alone.

const service = await startOtherService({ plain: true });
const data = await mkdtemp(join(tmpdir(), "foyer-plain-"));
after(() => Promise.all([service.close(), rm(data, { recursive: true, force: true })]));
applySettings({
  ...settingsInFrontOf(service),
  VENUE_TIME_ZONE: "Pacific/Auckland",
  FOYER_DATA: data,
});

const NZD = (minor: number) => ({ minor, currency: "NZD" });

test("offers what is to come, whether the service's offering is written in another way or missing", async () => {
  for (const hasOffering of [true, false]) {
    const event = service.putOnSale({
      name: "The Tempest",
      starts: [new Date("2020-06-06T07:30:00Z"), new Date("2099-06-06T07:30:00Z")],
      ticketTypes: [{ name: "Adult", price: "38.50", fee: "1.50", places: 5 }],
      hasOffering,
    });
    const offering = await getOffering(event.id);
    assert.deepEqual(
      offering?.groups.map(({ startsAt, saleStatus }) => [startsAt, saleStatus]),
      [["2099-06-06T19:30:00.000+12:00", "ON_SALE"]],
    );
    const [type] = offering?.groups.flatMap(ticketTypesOf) ?? [];
    assert.deepEqual(
      [type?.price, type?.fee, type?.section.name, type?.available, type?.maximum],
      [NZD(3850), NZD(150), "Harbour Rooms, floor", undefined, undefined],
    );
  }
});

test("lists, finds and dates the events of its references, and shows one price with its fee everywhere", async () => {
  const { events, total } = await findEvents({ page: 1, pageSize: 25 });
  assert.deepEqual(events.map(({ name }) => name).toSorted(), [
    "Glass Harbour",
    "Night Ferry",
    "Open Rehearsal",
    "Small Hours",
    "The Long Table",
    "The Tempest",
    "The Tempest",
    "The Tide Organ",
  ]);
  assert.equal(total, 8);
  const [organ] = (await findEvents({ q: "tide organ" })).events;
  assert.ok(organ);
  // A child's ticket of 19.25 with its fee of 0.75. The service's own lowest price has none.
  assert.deepEqual(
    [organ.from, organ.venue.name, organ.venue.timeZone],
    [NZD(2000), "Harbour Rooms", "Pacific/Auckland"],
  );
  const dates = (await findDates({})).filter(({ event }) => event.id === organ.id);
  assert.deepEqual(new Set(dates.map(({ from }) => from?.minor)), new Set([2000]));
  assert.equal(dates.length, 5);
  const [event, offering] = await Promise.all([getEvent(organ.id), getOffering(organ.id)]);
  assert.ok(event && offering);
  assert.deepEqual(asOffered(event, offering).from, NZD(2000));
  assert.deepEqual((await findFacets()).venues.map(({ name }) => name).toSorted(), ["Harbour Rooms", "The Long Barn"]);
});

test("asks once for what it does not have", () => {
  const asked = (call: RegExp) => service.received.filter((one) => call.test(one)).length;
  for (const call of [/eventDates\?/, /facets/]) assert.ok(asked(call) <= 1, `${call}`);
  // Of the first list four events are read at a time.
  assert.ok(asked(/offering/) <= 1 + 4, `${asked(/offering/)} times`);
});
