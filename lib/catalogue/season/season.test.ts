import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { currentSeason, EVENTS_WITH_DATES_MAX, seasonLacks } from "#lib/catalogue/season/season.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const IN_A_YEAR = Date.now() + 365 * 24 * HOUR_MS;

/** The clock of each test starts an hour after the one before, so that no older list is used. */
let clock = 0;
beforeEach(() => {
  clock += HOUR_MS;
});

const startOf = (id: number) => new Date(IN_A_YEAR + id * HOUR_MS).toISOString();
const venue = { id: 1, name: "Hall" };

/** Answers a list of this many events, and offerings with two dates each, the second two hours after the first. */
function behave(count: number, isDown = false, items: readonly object[] = []): void {
  const summaries = Array.from({ length: count }, (_, at) => at + 1).map((id) => ({
    id,
    name: `Event ${id}`,
    venue,
    lowPrice: 20,
    firstDate: startOf(id),
    lastDate: startOf(id + 2),
  }));
  service.behave((response, request) => {
    const [, id] = /offering\/(\d+)/.exec(request.path) ?? [];
    if (isDown) return fixture.answers({}, 500)(response, request);
    if (id === undefined) return fixture.answers(summaries)(response, request);
    const groups = [0, 2].map((later) => ({
      eventDate: { id: Number(id) * 10 + later },
      startDate: startOf(Number(id) + later),
      pages: items.length > 0 ? [{ items }] : [],
      saleStatus: items.length > 0 ? "ON_SALE" : "SOLD_OUT",
    }));
    return fixture.answers({ event: Number(id), groups })(response, request);
  });
}

const requests = (pattern: RegExp) => service.received.filter(({ path }) => pattern.test(path)).length;

test("reads the dates of the next 100 events, and knows the first and last date of the others", async () => {
  behave(EVENTS_WITH_DATES_MAX + 20);
  const season = await currentSeason(clock);
  assert.deepEqual([requests(/eventSummaries/), requests(/offering/)], [1, EVENTS_WITH_DATES_MAX]);
  assert.deepEqual(
    season[0]?.dates.map(({ id, saleStatus }) => [id, saleStatus]),
    [
      [10, "SOLD_OUT"],
      [12, "SOLD_OUT"],
    ],
  );
  assert.equal(season[0]?.event.saleStatus, "SOLD_OUT");
  assert.equal(seasonLacks(), "dates");
  const last = season.at(-1);
  assert.deepEqual([last?.event.saleStatus, last?.dates.map(({ id }) => id)], ["ON_SALE", [undefined, undefined]]);
});

test("shares one reading between concurrent pages, and for ten seconds; an older list is read again before it is used", async () => {
  behave(3);
  const [one, other] = await Promise.all([currentSeason(clock), currentSeason(clock)]);
  assert.equal(one, other);
  assert.equal(await currentSeason(clock + 9_999), one);
  assert.deepEqual([requests(/eventSummaries/), requests(/offering/)], [1, 3]);
  assert.equal(seasonLacks(), undefined);
  behave(4);
  assert.equal((await currentSeason(clock + 10_000)).length, 4);
});

test("returns the last list for ten minutes while the service is down, and then throws", async () => {
  behave(2);
  const season = await currentSeason(clock);
  behave(2, true);
  assert.equal(await currentSeason(clock + 5 * MINUTE_MS), season);
  await assert.rejects(currentSeason(clock + 11 * MINUTE_MS), /listEvents failed with 500/);
});

test("an event has the lowest price with its fee of all its dates, whatever price without a fee the list states", async () => {
  const ticket = (id: number, price: number, fee: number, saleStatus = "ON_SALE") => ({
    kind: "TICKET",
    id,
    name: "T",
    venueSection: 5,
    price,
    fee,
    saleStatus,
  });
  behave(1, false, [ticket(1, 18, 4), ticket(2, 19, 2), ticket(3, 9, 1, "SOLD_OUT")]);
  const [first] = await currentSeason(clock);
  assert.deepEqual(first?.event.from, { minor: 2100, currency: "AUD" });
  assert.deepEqual(
    first?.dates.map(({ from }) => from?.minor),
    [2100, 2100],
  );
});

test("of a service that is read one by one, each list reads 300 things, and the events go on where the last one ended", async () => {
  const count = 40;
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  const body = (path: string): unknown => {
    const [, resource, id = 0] = /\/(\w+)\/(\d+)/.exec(path.replace("/account/1", "")) ?? [];
    const startDate = startOf(Number(id));
    if (path.endsWith("/eventSummaries")) return [{ name: "Event 1" }];
    if (path.endsWith("/events")) return { refs: ids };
    if (resource === "event")
      return { name: `Event ${id}`, venue, firstDate: startDate, eventDates: [`${id}0`, `${id}1`] };
    if (resource === "eventDate") return { event: 1, startDate, ticketTypes: [`${id}0`, `${id}1`, `${id}2`, `${id}3`] };
    return resource === "ticketType" ? { name: "Adult", venueSection: 5, price: 20, fee: 1.5 } : undefined;
  };
  service.behave((response, request) => {
    const found = body(request.path);
    fixture.answers(found ?? {}, found === undefined ? 404 : 200)(response, request);
  });
  const priced = async (at: number) => (await currentSeason(at)).filter(({ event }) => event.from !== undefined).length;
  const first = await priced(clock);
  assert.ok(first > 15 && first < 30, `${first} of ${count} events`);
  assert.ok(requests(/./) <= 310, `${requests(/./)} requests`);
  assert.equal(seasonLacks(), "dates");
  // The list that follows is shown with what is known, and then with what was read for it.
  await currentSeason(clock + 10_000);
  while (seasonLacks() !== undefined) await new Promise(setImmediate);
  assert.equal(await priced(clock + 10_001), count);
});
