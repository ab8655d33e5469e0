import assert from "node:assert/strict";
import { test } from "node:test";
import { line } from "#lib/log.ts";

const AT = new Date("2026-12-04T19:30:00Z");

test("a line is one object of plain fields", () => {
  assert.equal(
    line("warn", "A call failed.", { call: "getCart", status: 503, closed: undefined }, AT),
    '{"at":"2026-12-04T19:30:00.000Z","level":"warn","event":"A call failed.","call":"getCart","status":503}',
  );
});

test("P01, P13: writes no header, body, key, card or credential", () => {
  const spoken = line(
    "info",
    "x",
    {
      cookie: "c00kie",
      authorization: "Basic abc",
      body: "b0dy",
      saleKey: "ABCDEFGH12",
      cardNumber: "4111",
      fault: "the sale ABCDEFGH12 of 4111 1111 1111 1111 with Basic c2hvcDpzZWNyZXQ=",
      lines: "two\nlines",
    },
    AT,
  );
  assert.equal(
    spoken,
    '{"at":"2026-12-04T19:30:00.000Z","level":"info","event":"x","fault":"the sale [masked] of [masked] with [masked]","lines":"two\\nlines"}',
  );
});
