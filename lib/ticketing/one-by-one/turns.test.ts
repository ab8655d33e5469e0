import assert from "node:assert/strict";
import { after, beforeEach, type TestContext, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { markChanged } from "#lib/runtime/catalogue-changes.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { listAccountEvents } from "#lib/ticketing/manage/events.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { readsOfPage } from "./kept-reads.ts";
import { listEvents } from "./listed-events.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, CURRENCY: "NZD", LOG_LEVEL: "alarm" });

/** What is kept of earlier tests is forgotten. */
beforeEach(() => markChanged("everything", Date.now()));

const EVENTS = Array.from({ length: 60 }, (_, at) => 500 + at);

/**
 * Answers as a service without offerings. Event 1 has a date with 200 ticket types, event 2 one with one; the list has 60 events.
 * `typeStatus` is the status of the ticket types of event 1, and `seen` gets each path. Counts what is asked at the same time.
 */
function behave({
  typeStatus = 200,
  seen = () => undefined,
}: {
  typeStatus?: number;
  seen?: (path: string) => void;
} = {}) {
  let running = 0;
  const counted = { most: 0 };
  service.behave((response, request) => {
    running += 1;
    counted.most = Math.max(counted.most, running);
    const [path = ""] = request.path.replace("/v2", "").split("?");
    seen(path);
    setImmediate(() => {
      running -= 1;
      const body = answerTo(path);
      const status = /^\/ticketType\/1\d\d\d/.test(path) ? typeStatus : body === undefined ? 404 : 200;
      fixture.answers(body ?? {}, status)(response, request);
    });
  });
  return counted;
}

function answerTo(path: string): object | undefined {
  const [, thing, id] = /^\/(\w+)\/(\d+)/.exec(path) ?? [];
  if (path.endsWith("/eventSummaries")) return EVENTS.map((id) => ({ id }));
  if (thing === "event") return { name: "Run", venue: 3, eventDates: Number(id) < 500 ? [{ id }] : [] };
  const ticketTypes = id === "1" ? Array.from({ length: 200 }, (_, at) => 1000 + at) : [2000];
  if (thing === "eventDate") return { event: 1, startDate: "2099-01-01T10:00:00Z", ticketTypes };
  return thing === "ticketType" ? { name: "Adult", venueSection: 5, price: 10 } : undefined;
}

const asked = (pattern: RegExp) => service.received.filter(({ path }) => pattern.test(path)).length;

/** Returns a function that sets the clock forward by an hour. */
function clockOf({ mock }: TestContext): () => void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  mock.method(performance, "now", () => now() + ahead);
  return () => {
    ahead += 60 * 60_000;
  };
}

test("after the first fault no more of an offering's reads are sent, and other events are read as before", async () => {
  behave({ typeStatus: 500 });
  await assert.rejects(getOffering(1), /getTicketType failed with 500/);
  assert.equal((await getOffering(2))?.groups.length, 1);
  const sent = asked(/ticketType\/1/);
  assert.ok(sent <= 8, `${sent} reads`);
});

test("when the time of a page is over no more of its reads are sent", async (context) => {
  const setForward = clockOf(context);
  let types = 0;
  const seen = (path: string) => {
    types += /ticketType\/1/.test(path) ? 1 : 0;
    if (types === 20) setForward();
  };
  behave({ seen });
  await assert.rejects(getOffering(1), /getTicketType was not sent: .* too long/);
  assert.equal((await getOffering(2))?.groups.length, 1);
  const sent = asked(/ticketType\/1/);
  assert.ok(sent >= 20 && sent < 30, `${sent} reads`);
});

test("what is kept is used when the time of a page is over", async () => {
  behave();
  await getOffering(2);
  const isOver = () => ({ ...readsOfPage(), until: performance.now() });
  assert.equal((await getOffering(2, { reads: isOver() }))?.groups.length, 1);
  await assert.rejects(getOffering(1, { reads: isOver() }), /getEventBasics was not sent/);
});

test("a list whose time is over has the events that were read, and says that there are more", async (context) => {
  const setForward = clockOf(context);
  behave({ seen: (path) => path === "/event/520" && setForward() });
  const { events, isPart } = await listEvents();
  assert.ok(events.length >= 20 && events.length < 30, `${events.length} events`);
  assert.equal(isPart, true);
});

test("an event of which little is to be read does not wait for one of which much is", async () => {
  const begun = Promise.withResolvers<void>();
  behave({ seen: (path) => path.startsWith("/ticketType/1") && begun.resolve() });
  const order: number[] = [];
  const much = getOffering(1).then(() => order.push(1));
  await begun.promise;
  await Promise.all([much, getOffering(2).then(() => order.push(2))]);
  assert.deepEqual(order, [2, 1]);
});

test("reads for a promoter take turns too", async () => {
  const counted = behave();
  const events = await listAccountEvents(new PromoterCredential("ada@example.com", "a secret word"));
  assert.equal(events.length, 60);
  assert.ok(counted.most <= 8, `${counted.most} at a time`);
});
