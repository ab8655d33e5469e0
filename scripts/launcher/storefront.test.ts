import assert from "node:assert/strict";
import { test } from "node:test";
import { readinessLines } from "./storefront.ts";

test("a start says in words what the storefront waits for, and what of the ticketing service it cannot read", () => {
  const unreadable = ["GET /event/12/detailed: venue.id: expected a number, got nothing"];
  const line =
    "The ticketing service's answer cannot be read: GET /event/12/detailed: venue.id: expected a number, got nothing.";
  const status = "TICKETING_URL: the ticketing service cannot be reached (ECONNREFUSED)";
  assert.deepEqual(readinessLines(JSON.stringify({ status })), [`Waiting: ${status}.`]);
  assert.deepEqual(readinessLines(JSON.stringify({ status, unreadable })), [`Waiting: ${status}.`, line]);
  assert.deepEqual(readinessLines(JSON.stringify({ status: "ready", unreadable })), [line]);
  assert.deepEqual(readinessLines(JSON.stringify({ status: "ready" })), []);
  assert.deepEqual(readinessLines("<!doctype html>"), []);
});
