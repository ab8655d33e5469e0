import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startFixtureService } from "#e2e/tools/fixture-service.ts";
import { SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { lookAtService } from "./preflight.ts";
import { readinessLines } from "./storefront.ts";

const service = await startFixtureService();
after(service.close);
const SHOP = { ...SETTINGS, TICKETING_URL: service.url, TICKETING_CA: service.ca };
const [READABLE, UNREADABLE] = [11, 12].map((id) => ({ id, name: "An evening", venue: { id: 3, name: "The hall" } }));

test("a start says in words what the storefront waits for, and what of the ticketing service it cannot read", () => {
  const unreadable = ["GET /event/12/detailed: venue.id: expected a number, got nothing"];
  const line =
    "The ticketing service's answer cannot be read: GET /event/12/detailed: venue.id: expected a number, got nothing.";
  const status = "TICKETING_URL: the ticketing service cannot be reached: connection refused (ECONNREFUSED)";
  assert.deepEqual(readinessLines(JSON.stringify({ status })), [`Waiting: ${status}.`]);
  assert.deepEqual(readinessLines(JSON.stringify({ status, unreadable })), [`Waiting: ${status}.`, line]);
  assert.deepEqual(readinessLines(JSON.stringify({ status: "ready", unreadable })), [line]);
  assert.deepEqual(readinessLines(JSON.stringify({ status: "ready" })), []);
  assert.deepEqual(readinessLines("<!doctype html>"), []);
});

const answers: Readonly<Record<string, unknown>> = {
  "/v2/account/1/eventSummaries": [READABLE, UNREADABLE],
  "/v2/event/11/detailed": READABLE,
  "/v2/event/12/detailed": { ...UNREADABLE, name: ["An evening"] },
};
const FOUND = "GET /event/12/detailed: name: expected a text, got a list";

/** Answers as the service with an event that cannot be read; calls to one address stay without an answer. */
function behave(unanswered?: string) {
  service.behave((response, { path }) => {
    const [address = ""] = path.split("?", 1);
    if (address === unanswered) return;
    const isOffering = address.startsWith("/v2/offering/");
    const body = isOffering ? { event: 11, groups: [] } : answers[address];
    response
      .writeHead(body === undefined ? 404 : 200, { "content-type": "application/json", "x-total-count": "2" })
      .end(JSON.stringify(body ?? {}));
  });
}

test("before a build, what of the first events cannot be read is said by call, field and kind", async () => {
  behave();
  assert.deepEqual(readinessLines(await lookAtService(process.execPath, SHOP)), [
    `The ticketing service's answer cannot be read: ${FOUND}.`,
  ]);

  service.behave((response) => response.end(JSON.stringify({ rows: [] })));
  const list = "GET /account/1/eventSummaries: eventSummaries: expected a list, got nothing";
  assert.deepEqual(readinessLines(await lookAtService(process.execPath, SHOP)), [
    `Waiting: listEvents cannot be read: ${list}.`,
  ]);
});

test("where the service takes longer than the look, what was found so far is said", async () => {
  behave("/v2/event/11/detailed");
  const shop = { ...SHOP, TICKETING_READ_MS: "15000" };
  assert.deepEqual(readinessLines(await lookAtService(process.execPath, shop)), [
    `The ticketing service's answer cannot be read: ${FOUND}.`,
  ]);
});
