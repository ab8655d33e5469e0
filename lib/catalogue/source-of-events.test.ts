import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceOfEvents } from "./source-of-events.ts";

const from = (TICKETING_URL: string, TICKETING_ACCOUNT = 1) => sourceOfEvents({ TICKETING_URL, TICKETING_ACCOUNT });

test("another service or another account is another source of events", () => {
  const sources = [
    from("https://127.0.0.1:4001/v2"),
    from("https://tickets.example/v2"),
    from("https://tickets.example/api/v2"),
    from("https://tickets.example/v2", 2),
  ];
  assert.equal(new Set(sources).size, sources.length);
});

test("a service on this machine is the same on another port", () => {
  assert.equal(from("https://127.0.0.1:4001/v2"), from("https://127.0.0.1:4002/v2"));
});
