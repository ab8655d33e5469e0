import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { type ZodType, z } from "zod";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { callInWords } from "#lib/ticketing/client/calls.ts";
import { event, eventSummaries } from "#lib/ticketing/events.ts";
import { offering } from "#lib/ticketing/offerings.ts";
import { describeUnreadable, recordReadable, recordUnreadable, unreadableAnswers } from "./unreadable.ts";

applySettings({ LOG_LEVEL: "alarm" });

const EVENT = { id: 12, name: "s3cret", venue: { id: 3, name: "s3cret" }, firstDate: "2026-12-04T19:30:00.000+13:00" };
const TICKET = { kind: "TICKET", id: 2, name: "s3cret", venueSection: 4, price: "4x" };
const GROUP = { eventDate: 3, startDate: EVENT.firstDate, saleStatus: "ON_SALE", pages: [{ items: [TICKET] }] };

function record(call: string, schema: ZodType, body: unknown): string {
  const { error } = schema.safeParse(body);
  assert.ok(error, "it cannot be read");
  return describeUnreadable(recordUnreadable(call, body, error));
}

beforeEach(() => {
  for (const { call } of unreadableAnswers()) recordReadable(call);
});

for (const [schema, body, found] of [
  [event(12), { ...EVENT, venue: { name: "s3cret" } }, "venue.id: expected a number or a text, got nothing"],
  [event(12), { ...EVENT, name: ["s3cret"] }, "name: expected a text, got a list"],
  [event(12), { ...EVENT, name: "" }, "name: expected a text that is not empty, got an empty text"],
  [event(12), { ...EVENT, firstDate: "4 December, s3cret" }, "firstDate: expected a date with an offset, got a text"],
  [event(12), undefined, "the body: expected an object, got nothing"],
  [eventSummaries, { rows: [] }, "eventSummaries: expected a list, got nothing"],
  [eventSummaries, 7, "the body: expected a list or an object, got a number"],
  [
    offering(12),
    { event: 12, groups: [GROUP] },
    "groups[0].pages[0].items[0].price: expected an exact amount of its currency, got a text",
  ],
  // A record's keys are the service's.
  [z.record(z.string(), z.number()), { "s3cret <b>": "7" }, "*: expected a number, got a text"],
  [
    z.object({ data: z.record(z.string(), z.number()) }),
    { data: { [`s3cret${"t".repeat(40)}`]: "7" } },
    "data.*: expected a number, got a text",
  ],
  [
    z.object({ data: z.record(z.string(), z.number()) }),
    { data: { EMAIL: "7" } },
    "data.EMAIL: expected a number, got a text",
  ],
] as const)
  test(`says without a value what cannot be read: ${found}`, () => {
    assert.equal(record("GET /event/12", schema, body), `GET /event/12: ${found}`);
    assert.doesNotMatch(JSON.stringify(unreadableAnswers()), /s3cret/);
  });

test("keeps the last unreadable answer of each call until it is read, and no more than twenty", () => {
  record("GET /event/1", event(12), { ...EVENT, name: 1 });
  record("GET /event/2", event(12), { ...EVENT, name: 1 });
  record("GET /event/1", event(12), { ...EVENT, firstDate: 7 });
  assert.deepEqual(
    unreadableAnswers().map(({ call, field }) => [call, field]),
    [
      ["GET /event/2", "name"],
      ["GET /event/1", "firstDate"],
    ],
  );
  recordReadable("GET /event/2");
  assert.deepEqual(
    unreadableAnswers().map(({ call }) => call),
    ["GET /event/1"],
  );
  for (let id = 1; id <= 30; id += 1) record(`GET /event/${id}`, event(12), { ...EVENT, name: 1 });
  assert.equal(unreadableAnswers().length, 20);
  assert.equal(unreadableAnswers().at(-1)?.call, "GET /event/30");
});

test("a call in words has the ids of the catalogue, and neither keys nor what a visitor typed", () => {
  assert.equal(callInWords("getEvent", "GET", "/event/12/detailed"), "GET /event/12/detailed");
  assert.equal(callInWords("listEvents", "GET", "/account/7/eventSummaries?q=s3cret"), "GET /account/7/eventSummaries");
  assert.equal(callInWords("getCart", "GET", "/cart/ABCDEFGH12"), "GET /cart/{key}");
  assert.equal(callInWords("deleteUserToken", "DELETE", "/user/token/s3cret"), "DELETE /user/token/{key}");
});
