import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import type { AccountDate } from "#lib/ticketing/manage/event-lists.ts";
import { comingDates, sortDates } from "./coming-dates.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const READER = {
  sessionId: "of the test",
  promoter: { name: "Pat", email: "pat@example.com", capabilities: ["ORDERS"] },
  credential: new PromoterCredential("pat", "word"),
  signedInMs: 0,
  accountId: 1,
} as const;

/** 10:30 on 5 December in Auckland, 21:30 on 4 December in London. */
const NOW = new Date("2026-12-04T21:30:00Z");

const date = (id: number, timeZone: string, day: string, more: Partial<AccountDate> = {}) =>
  ({ id, day, lastDay: day, venue: { timeZone }, saleStatus: "ON_SALE", ...more }) as AccountDate;

test("today is the day of each venue's clock, and what lasts for several days is in each of them", () => {
  const { today, next } = sortDates(
    [
      date(1, "Pacific/Auckland", "2026-12-04"),
      date(2, "Pacific/Auckland", "2026-12-05"),
      date(3, "Europe/London", "2026-12-04"),
      date(4, "Europe/London", "2026-12-05"),
      date(5, "Europe/London", "2026-12-01", { lastDay: "2026-12-06" }),
      date(5, "Europe/London", "2026-12-01", { lastDay: "2026-12-06" }),
    ],
    NOW,
  );
  assert.deepEqual(
    today.map(({ id }) => id),
    [2, 3, 5],
  );
  assert.deepEqual(
    next.map(({ id }) => id),
    [4],
  );
});

test("a cancelled date is none of the next ones, and five of them are enough", () => {
  const dates = [1, 2, 3, 4, 5, 6, 7].map((id) =>
    date(id, "Europe/London", `2026-12-1${id}`, id === 2 ? { saleStatus: "CANCELLED" } : {}),
  );
  assert.deepEqual(
    sortDates(dates, NOW).next.map(({ id }) => id),
    [1, 3, 4, 5, 6],
  );
});

type Row = ReturnType<typeof row>;

/** A date in London, as the service lists it. */
const row = (id: number, day: string, event = 1) => ({
  id,
  event: { id: event, name: "Hamlet" },
  startDate: `${day}T19:30:00+00:00`,
  endDate: `${day}T22:00:00+00:00`,
  saleStatus: "ON_SALE",
  venue: { id: 1, name: "Old Mill", timeZone: "Europe/London" },
});

const rows = (count: number, firstId: number, day: string) =>
  Array.from({ length: count }, (_, at) => row(firstId + at, day));

/** Lists these dates in pages; those of one event with the number of sold tickets, which is their id. */
function lists(dates: readonly Row[]): void {
  service.behave((response, request) => {
    const { searchParams } = new URL(request.path, service.url);
    const [event, to] = [searchParams.get("event"), searchParams.get("to") ?? "9999-12-31"];
    const [page, pageSize] = [Number(searchParams.get("page")), Number(searchParams.get("pageSize"))];
    const found = dates
      .filter((one) => event === null || one.event.id === Number(event))
      .filter(({ startDate }) => startDate.slice(0, 10) <= to)
      .map((one) => (event === null ? one : { ...one, sold: one.id }));
    fixture.answers(found.slice((page - 1) * pageSize, page * pageSize))(response, request);
  });
}

test("dates of today and the next ones are found behind many of yesterday, with their figures", async () => {
  lists([
    ...rows(230, 1, "2026-12-03"),
    ...rows(52, 301, "2026-12-04"),
    ...rows(6, 401, "2026-12-08"),
    ...rows(900, 501, "2026-12-09"),
  ]);
  const found = await comingDates(READER, NOW);
  assert.deepEqual(
    [found?.today.length, found?.today.at(-1)?.sold, found?.next.map(({ sold }) => sold), found?.isCut],
    [52, 352, [401, 402, 403, 404, 405], false],
  );
  assert.equal(service.received.length, 4, "two pages of all dates, and two of the event's up to those that are shown");
});

test("a list that is too long is read in part, and says so", async () => {
  lists(rows(1_300, 1, "2026-12-03"));
  assert.deepEqual(await comingDates(READER, NOW), { today: [], next: [], isCut: true });
  assert.equal(service.received.length, 5);
  lists(rows(101, 1, "2026-12-04"));
  const { today = [], isCut } = (await comingDates(READER, NOW)) ?? {};
  assert.deepEqual([today.length, isCut], [100, true]);
});
