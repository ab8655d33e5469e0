import assert from "node:assert/strict";
import { test } from "node:test";
import { pageBefore } from "./page-before.ts";

const ORIGIN = "https://tickets.example";

const CASES: readonly (readonly [referrer: string | null, page: string | undefined])[] = [
  ["https://tickets.example/en/checkout", "/en/checkout"],
  ["https://tickets.example/ar/events/7?date=3#tickets", "/ar/events/7?date=3"],
  ["https://tickets.example/en", "/en"],
  ["https://evil.example/en/checkout", undefined],
  ["http://tickets.example/en/checkout", undefined],
  ["https://tickets.example//evil.example", undefined],
  ["https://tickets.example/english", undefined],
  ["javascript:alert(1)", undefined],
  ["/en/checkout", undefined],
  ["", undefined],
  [null, undefined],
];

for (const [referrer, page] of CASES)
  test(`the page before ${referrer} is ${page}`, () => assert.equal(pageBefore(referrer, ORIGIN), page));
