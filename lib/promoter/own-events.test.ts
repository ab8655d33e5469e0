import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { type EventQuery, listOwnEvents } from "./own-events.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const NOW = new Date("2026-12-04T21:30:00Z");
const AT = {
  sessionId: "of the test",
  promoter: { name: "Pat", email: "pat@example.com", capabilities: ["ORDERS"] },
  credential: new PromoterCredential("pat", "pat's password"),
  signedInMs: NOW.getTime(),
  accountId: 1,
} as const;
const COMING: EventQuery = { state: "COMING", q: "", sort: undefined, page: 1 };

const eventOf = (id: number, more: object = {}) => ({
  id,
  name: `Event ${id}`,
  saleStatus: "ON_SALE",
  venue: { id: 3, name: "Shed Six", city: "Wellington", timeZone: "Pacific/Auckland" },
  ...more,
});

const list = (changed: Partial<EventQuery> = {}) => listOwnEvents(AT, { ...COMING, ...changed }, NOW);

/** Returns the queries of the lists by state that the service received. */
const received = () =>
  service.received.flatMap(({ path }) => {
    const query = new URL(path, service.url).searchParams;
    return query.has("state") ? [Object.fromEntries(query)] : [];
  });

/** A service with so many events in each state, of which it returns the page that the query names. */
function hasEvents(total: number, more: object = {}): void {
  service.behave((response, request) => {
    const query = new URL(request.path, service.url).searchParams;
    const [page, size] = [Number(query.get("page")), Number(query.get("pageSize"))];
    const ids = Array.from({ length: total }, (_, at) => at + 1).slice((page - 1) * size, page * size);
    const rows = ids.map((id) => eventOf(id, { state: query.get("state"), ...more }));
    fixture.answers(rows, 200, { "x-total-count": String(total) })(response, request);
  });
}

test("the list has events in one state, with the figures that the service counts", async () => {
  hasEvents(2, { sold: 5, left: 0 });
  for (const state of ["COMING", "DRAFT", "OVER"] as const) {
    const found = await list({ state });
    assert.deepEqual([found.state, found.hasStates, found.total, found.pages], [state, true, 2, 1]);
    assert.deepEqual(
      found.events.map(({ event, figures }) => [event.id, figures]),
      [
        [1, { sold: 5, left: 0 }],
        [2, { sold: 5, left: 0 }],
      ],
    );
  }
  assert.deepEqual(
    received().map(({ state }) => state),
    ["COMING", "DRAFT", "OVER"],
  );
});

test("words and the order are the service's to apply", async () => {
  hasEvents(1);
  await list({ q: "winter", sort: "name" });
  await list();
  assert.deepEqual(received(), [
    { state: "COMING", q: "winter", sort: "name", page: "1", pageSize: "20" },
    { state: "COMING", page: "1", pageSize: "20" },
  ]);
});

test("of two thousand events as many are read as a page shows, and a page past the last is the last", async () => {
  hasEvents(2_000);
  const second = await list({ page: 2 });
  assert.deepEqual([second.events.length, second.page, second.pages, second.events[0]?.event.id], [20, 2, 100, 21]);
  const last = await list({ page: 1_000_000 });
  assert.deepEqual([last.page, last.events.at(-1)?.event.id], [100, 2_000]);
  assert.deepEqual(
    received().map(({ page }) => page),
    ["2", "1000000", "100"],
  );
});

test("the next date of an event is the first that is not over", async () => {
  const dates = { firstDate: "2026-12-01T08:00:00Z", lastDate: "2026-12-09T08:00:00Z" };
  hasEvents(1, dates);
  assert.equal((await list()).events[0]?.span?.startsAt, "2026-12-09T08:00:00.000+00:00");
  hasEvents(1, { firstDate: dates.firstDate, saleStatus: "CLOSED" });
  assert.equal((await list({ state: "OVER" })).events[0]?.span, undefined);
});

/** A service that lists its two published events, and answers so to a list by state. */
function listsPublished(byState: fixture.Behaviour): void {
  service.behave((response, request) => {
    const { pathname, searchParams } = new URL(request.path, service.url);
    if (searchParams.has("state")) return byState(response, request);
    if (pathname.endsWith("/eventSummaries")) return fixture.answers([eventOf(1), eventOf(2)])(response, request);
    return fixture.answers({}, 404)(response, request);
  });
}

const refusal = (path: string, code: string) => ({ successful: false, errors: [{ path, code, message: "" }] });

test("before a service without states the published events stand under what is ahead, whatever was chosen", async () => {
  const services: Readonly<Record<string, fixture.Behaviour>> = {
    "it refuses the parameter": fixture.answers(refusal("state", "UNKNOWN_FIELD"), 400),
    "it refuses another parameter": fixture.answers(refusal("pageSize", "UNKNOWN_FIELD"), 400),
    "it refuses the state": fixture.answers(refusal("state", "RANGE"), 400),
    "it ignores the parameter": fixture.answers([eventOf(1), eventOf(2)], 200, { "x-total-count": "2" }),
    "it does not count": fixture.answers([eventOf(1, { state: "DRAFT" })]),
    "it has no such list": fixture.answers({}, 404),
  };
  for (const [name, byState] of Object.entries(services)) {
    listsPublished(byState);
    const { state, hasStates, events } = await list({ state: "DRAFT", page: 9 });
    assert.deepEqual([state, hasStates, events.map(({ event }) => event.id)], ["COMING", false, [1, 2]], name);
  }
});

test("any other refusal is a fault, and no published event stands under drafts", async () => {
  const services: Readonly<Record<string, fixture.Behaviour>> = {
    "of the words": fixture.answers(refusal("q", "TYPE"), 400),
    "of the page": fixture.answers(refusal("page", "RANGE"), 400),
    "of the user": fixture.answers(refusal("state", "NOT_ALLOWED"), 403),
    "without a reason": fixture.answers({}, 400),
  };
  for (const [name, byState] of Object.entries(services)) {
    listsPublished(byState);
    await assert.rejects(list({ state: "DRAFT" }), TicketingFault, name);
  }
});
