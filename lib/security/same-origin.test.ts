import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { formState, runInRequest } from "#lib/telemetry/current-request.ts";
import { refusalOfOrigin } from "./origin-refusal.ts";
import { pageBefore, refuseForeignOrigin } from "./same-origin.ts";

const OURS = "http://localhost:4000";
const OPEN = {
  origin: OURS,
  "sec-fetch-site": "same-origin",
  "content-type": "multipart/form-data; boundary=x",
};

type Change = Readonly<Record<string, string | undefined>>;

function refusalOf(change: Change): string | undefined {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...OPEN, ...change })) if (value !== undefined) headers.set(name, value);
  return refusalOfOrigin(headers, OURS);
}

test("accepts a form of our own pages, with and without fetch metadata", () => {
  assert.equal(refusalOf({}), undefined);
  assert.equal(refusalOf({ "sec-fetch-site": undefined }), undefined);
  assert.equal(refusalOf({ "content-type": "application/x-www-form-urlencoded" }), undefined);
});

const CLOSED: readonly (readonly [what: string, change: Change, why: string])[] = [
  ["no origin", { origin: undefined }, "no origin"],
  ["the origin null", { origin: "null" }, "foreign origin"],
  ["a foreign origin", { origin: "https://evil.example" }, "foreign origin"],
  ["another port", { origin: "http://localhost:4001" }, "foreign origin"],
  ["another scheme", { origin: "https://localhost:4000" }, "foreign origin"],
  ["ours as a beginning", { origin: `${OURS}.evil.example` }, "foreign origin"],
  ["a foreign origin that spoofs the host", { origin: "https://evil.example", host: "evil.example" }, "foreign origin"],
  [
    "a foreign origin with a forwarded host",
    { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    "foreign origin",
  ],
  ["another site", { "sec-fetch-site": "cross-site" }, "another site"],
  ["a sister site", { "sec-fetch-site": "same-site" }, "another site"],
  ["an address typed by hand", { "sec-fetch-site": "none" }, "another site"],
  ["plain text", { "content-type": "text/plain;charset=UTF-8" }, "not a form"],
  ["JSON", { "content-type": "application/json" }, "not a form"],
  ["a word that begins like a form", { "content-type": "multipart/form-database" }, "not a form"],
  ["no content type", { "content-type": undefined }, "not a form"],
];

for (const [what, change, why] of CLOSED) {
  test(`P15: refuses ${what}: ${why}`, () => assert.equal(refusalOf(change), why));
}

applySettings({ FOYER_ORIGIN: "https://tickets.example" });

const sentFrom = (origin: string) =>
  new Request("https://tickets.example/reserve", { method: "POST", headers: { origin }, body: new URLSearchParams() });

const FORM = { id: "0123456789abcdef", form: "unread" } as const;

test("an accepted form is marked as begun", () => {
  runInRequest({ ...FORM }, () => {
    assert.equal(refuseForeignOrigin(sentFrom("https://tickets.example")), undefined);
    assert.equal(formState(), "begun");
  });
});

test("a form of another origin is refused with 403, and is not cached", () => {
  runInRequest({ ...FORM }, () => {
    const answer = refuseForeignOrigin(sentFrom("https://evil.example"));
    assert.deepEqual([answer?.status, answer?.headers.get("cache-control")], [403, "no-store"]);
  });
});

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
