import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { markChanged } from "#lib/runtime/catalogue-changes.ts";
import { searchEvents } from "#lib/ticketing/events.ts";
import { lowestPriceOf, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { listEvents } from "./listed-events.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, CURRENCY: "NZD" });

/** What is kept of earlier tests is forgotten. */
beforeEach(() => markChanged("everything", Date.now()));

type Answers = Readonly<Record<string, unknown>>;

/** A refusal in a service's own words: the call exists. */
const NO_SUCH = { successful: false, errors: [{ path: "", code: "NOT_FOUND", message: "There is no such event." }] };

/** Answers by path; a number is a status, NO_SUCH a 404, and any other path is missing. Counts how many are asked at the same time. */
function behave(answers: Answers) {
  let running = 0;
  const counted = { most: 0 };
  service.behave((response, request) => {
    running += 1;
    counted.most = Math.max(counted.most, running);
    const [path = ""] = request.path.replace("/v2", "").split("?");
    const answer = answers[path] ?? 404;
    setImmediate(() => {
      running -= 1;
      if (typeof answer === "number") fixture.answers({ problem: "none" }, answer)(response, request);
      else fixture.answers(answer, answer === NO_SUCH ? 404 : 200)(response, request);
    });
  });
  return counted;
}

const asked = (pattern: RegExp) => service.received.filter(({ path }) => pattern.test(path)).length;
const dayIn2099 = (at: number) => new Date(Date.UTC(2099, 0, 1 + at, 8)).toISOString().replace("Z", "+00:00");

/** A service with the interface's fields alone: no ids, words of its own, and no offering. */
const PLAIN: Answers = {
  "/account/1/eventSummaries": [
    { name: "The Tempest", lowPrice: 38.5 },
    { name: "The Tempest", lowPrice: 20 },
  ],
  "/account/1/events": { refs: [{ id: 11, name: "The Tempest" }, { link: "/v2/event/12/" }] },
  "/event/11": {
    name: "The Tempest",
    lowPrice: 38.5,
    highPrice: 60,
    venue: { id: 3, name: "Hall" },
    eventDates: [{ id: 21 }, "22", { link: "/v2/eventDate/23" }],
    firstDate: "2020-01-01T19:30:00:000+1300",
    lastDate: "2099-01-02T19:30:00:000+1300",
    saleStatus: "SELLING",
  },
  "/event/12": { name: "The Tempest", venue: "/v2/venue/4", eventDates: [] },
  "/eventDate/21": { event: 11, startDate: "2020-01-01T19:30:00:000+1300", ticketTypes: [30] },
  "/eventDate/22": { event: 11, startDate: "2099-01-02T19:30:00:000+1300", ticketTypes: [33, 31] },
  "/eventDate/23": {
    event: 11,
    startDate: "2099-01-01T19:30:00:000+1300",
    ticketTypes: [{ link: "/ticketType/32" }, 34],
  },
  "/ticketType/31": { name: "Adult", venueSection: { id: 5, name: "Stalls" }, price: 38.5, fee: 1.5, sortIdx: 1 },
  "/ticketType/32": { name: "Child", venueSection: { id: 5, name: "Stalls" }, price: "19.25", fee: "0.75" },
  "/ticketType/33": {
    name: "Box",
    venueSection: { id: 6, name: "Boxes" },
    price: 60,
    sortIdx: 0,
    saleStatus: "SOLD_OUT",
  },
};

test("an offering by names that are not known is built, and not asked for again", async () => {
  const groups = [{ title: "Friday", pages: [{ tickets: [{ ticketType: { id: 31 }, cost: 40 }] }] }];
  behave({ ...PLAIN, "/offering/11/PUBLIC": { name: "The Tempest", groups } });
  for (const _again of [1, 2]) {
    const offering = await getOffering(11);
    assert.deepEqual(
      offering?.groups.map(({ eventDateId }) => eventDateId),
      [23, 22],
    );
  }
  assert.equal(asked(/offering/), 1);
});

test("an event that is refused an offering is read one by one, and the others are offered as before", async () => {
  const groups = [{ eventDate: 23, startDate: "2099-01-01T19:30:00:000+1300", pages: [] }];
  const answers = { ...PLAIN, "/event/16": PLAIN["/event/11"], "/offering/17/PUBLIC": { groups } };
  behave({ ...answers, "/offering/16/PUBLIC": NO_SUCH });
  for (const _again of [1, 2]) assert.equal((await getOffering(16))?.groups.length, 2);
  assert.equal((await getOffering(17))?.groups.length, 1);
  assert.deepEqual([asked(/offering\/16/), asked(/offering\/17/)], [1, 1]);
  behave({ "/offering/18/PUBLIC": NO_SUCH, "/event/18": NO_SUCH });
  for (const _again of [1, 2]) assert.equal(await getOffering(18), undefined);
  assert.equal(asked(/offering/), 2, "it may be published at any moment");
});

test("lists the events of the service's references, where its list has no ids", async () => {
  behave(PLAIN);
  const { events, isPart } = await listEvents();
  assert.deepEqual(
    events.map(({ id, name, venue, saleStatus, from }) => [id, name, venue.name, saleStatus, from]),
    [
      [11, "The Tempest", "Hall", "ON_SALE", undefined],
      [12, "The Tempest", "", "ON_SALE", undefined],
    ],
  );
  assert.equal(isPart, false);
});

test("a page of a service without pages is a list without ids, and no fault", async () => {
  behave(PLAIN);
  assert.equal(await searchEvents({ page: 1, pageSize: 25 }), undefined);
  assert.equal(await searchEvents({ page: 1, pageSize: 25 }), undefined);
  assert.equal(asked(/eventSummaries/), 1);
});

test("one event that the service cannot show hides no other, and all of them are a fault", async () => {
  behave({ ...PLAIN, "/event/11": 500 });
  assert.deepEqual(
    (await listEvents()).events.map(({ id }) => id),
    [12],
  );
  behave({ ...PLAIN, "/event/11": { name: 5 } });
  assert.deepEqual(
    (await listEvents()).events.map(({ id }) => id),
    [12],
  );
  markChanged("everything", Date.now());
  behave({ ...PLAIN, "/event/11": 500, "/event/12": 503 });
  await assert.rejects(listEvents(), /getEventBasics failed with 50/);
});

test("builds an offering from the dates to come and their ticket types, and adds nothing that they do not say", async () => {
  behave(PLAIN);
  const offering = await getOffering(11);
  assert.deepEqual(
    offering?.groups.map((group) => [group.eventDateId, group.startsAt, group.saleStatus]),
    [
      [23, "2099-01-01T19:30:00.000+13:00", "ON_SALE"],
      [22, "2099-01-02T19:30:00.000+13:00", "ON_SALE"],
    ],
  );
  const types = offering?.groups.flatMap(ticketTypesOf) ?? [];
  assert.deepEqual(types[0], {
    id: 32,
    name: "Child",
    description: "",
    section: { id: 5, name: "Stalls" },
    price: { minor: 1925, currency: "NZD" },
    fee: { minor: 75, currency: "NZD" },
    saleStatus: "ON_SALE",
    minimum: 1,
    codeRequired: false,
  });
  assert.deepEqual(
    types.map(({ id, saleStatus }) => [id, saleStatus]),
    [
      [32, "ON_SALE"],
      [33, "SOLD_OUT"],
      [31, "ON_SALE"],
    ],
  );
  assert.deepEqual(lowestPriceOf(offering?.groups ?? []), { minor: 2000, currency: "NZD" });
  assert.equal(offering?.isPart, undefined);
  assert.equal(asked(/ticketType\/30/), 0, "a type of a date that is over");
});

test("asks once for an offering that the service does not have, and once for a date while a page is kept", async () => {
  const event = PLAIN["/event/11"];
  behave({ ...PLAIN, "/event/14": event, "/event/15": event });
  await Promise.all([getOffering(14), getOffering(15, { revealCodes: "X" })]);
  await getOffering(14);
  assert.deepEqual([asked(/eventDate\/22/), asked(/ticketType\/31/), asked(/event\/14/)], [1, 1, 1]);
  const before = asked(/offering/);
  markChanged("everything", Date.now());
  await getOffering(14);
  assert.deepEqual([asked(/offering/) - before, asked(/ticketType\/31/)], [0, 2]);
});

test("of an event that is nowhere there is no offering", async () => {
  behave(PLAIN);
  assert.equal(await getOffering(404), undefined);
});

test("reads at most eight at a time, and of more than 300 the next dates, in either order of the list", async () => {
  for (const order of ["ascending", "descending"] as const) {
    markChanged("everything", Date.now());
    const days = Array.from({ length: 400 }, (_, at) => at);
    const startOf = (at: number) => (at < 250 ? `2020-01-01T10:00:00.${String(at).padStart(3, "0")}Z` : dayIn2099(at));
    const dates = days.map((at) => [
      `/eventDate/${1000 + at}`,
      { event: 13, startDate: startOf(at), ticketTypes: [40, 41, 42] },
    ]);
    const type = { name: "Adult", venueSection: 5, price: 10 };
    const ids = days.map((at) => 1000 + at);
    const counted = behave({
      "/event/13": { name: "Run", venue: 3, eventDates: order === "ascending" ? ids : ids.toReversed() },
      ...Object.fromEntries(dates),
      ...Object.fromEntries([40, 41, 42].map((id) => [`/ticketType/${id}`, type])),
    });
    const offering = await getOffering(13);
    assert.equal(offering?.isPart, true);
    const [first, ...others] = offering?.groups ?? [];
    assert.equal(first?.eventDateId, 1250, order);
    assert.ok(others.length > 60 && others.length < 75, `${others.length} dates`);
    assert.equal(others.at(-1)?.eventDateId, 1250 + others.length, order);
    assert.ok(counted.most <= 8, `${counted.most} at a time`);
    assert.ok(service.received.length <= 300, `${service.received.length} reads`);
  }
});

test("a date or a ticket type that cannot be read hides no other; if none can be, the offering is not known", async () => {
  behave({ ...PLAIN, "/eventDate/23": { startDate: "soon" }, "/ticketType/31": { name: "Adult", price: "a lot" } });
  const types = (await getOffering(11))?.groups.flatMap(ticketTypesOf);
  assert.deepEqual(
    types?.map(({ id }) => id),
    [33],
  );
  markChanged("everything", Date.now());
  behave({ ...PLAIN, "/ticketType/31": {}, "/ticketType/32": {}, "/ticketType/33": {} });
  await assert.rejects(getOffering(11), /No ticket type of the event can be read/);
  markChanged("everything", Date.now());
  behave({ ...PLAIN, "/ticketType/31": 500 });
  await assert.rejects(getOffering(11), /getTicketType failed with 500/);
});
