import assert from "node:assert/strict";
import { test } from "node:test";
import { exactAmount, httpsOrUndefined, id, instant, key, money, ref, refs } from "#lib/ticketing/wire/shapes.ts";

for (const [wire, ours] of [
  ["2026-12-04T19:30:00.000+13:00", "2026-12-04T19:30:00.000+13:00"],
  ["2026-12-04T19:30:00:000+1300", "2026-12-04T19:30:00.000+13:00"],
  ["2026-12-04T19:30:00:5-0330", "2026-12-04T19:30:00.500-03:30"],
  ["2026-12-04T19:30:00Z", "2026-12-04T19:30:00.000+00:00"],
  ["2026-12-04T19:30+10", "2026-12-04T19:30:00.000+10:00"],
] as const) {
  test(`the date ${wire}`, () => assert.equal(instant.parse(wire), ours));
}

for (const wire of ["2026-12-04", "2026-12-04T19:30:00", "2026-13-04T19:30:00Z", "soon", "", 1, null]) {
  test(`refuses ${JSON.stringify(wire)} as a date with an offset`, () =>
    assert.equal(instant.safeParse(wire).success, false));
}

for (const [wire, minor, currency] of [
  [{ amount: 45, currency: "AUD" }, 4500, "AUD"],
  [{ amount: "45.50", currency: "AUD" }, 4550, "AUD"],
  [{ amount: 45, currency: "JPY" }, 45, "JPY"],
  [{ amount: 0.125, currency: "KWD" }, 125, "KWD"],
  [{ amount: 0, currency: "AUD" }, 0, "AUD"],
] as const) {
  test(`the amount ${JSON.stringify(wire)}`, () => assert.deepEqual(money.parse(wire), { minor, currency }));
}

for (const wire of [
  { amount: 45.001, currency: "AUD" },
  { amount: 0.5, currency: "JPY" },
  { amount: 1e21, currency: "AUD" },
  { amount: Number.NaN, currency: "AUD" },
  { amount: "45,00", currency: "AUD" },
  { amount: 1, currency: "aud" },
  { amount: 1, currency: "AUSTRALIAN" },
  { currency: "AUD" },
  {},
  null,
]) {
  test(`refuses ${JSON.stringify(wire)} as an amount`, () => assert.equal(money.safeParse(wire).success, false));
}

test("a reference is read in each of its shapes", () => {
  assert.deepEqual(ref.parse({ id: 7, name: "Hall", link: "/v2/venue/7" }), { id: 7, name: "Hall" });
  assert.deepEqual(ref.parse({ id: 7, name: "Sale", key: "ABCDEFGH12" }), { id: 7, name: "Sale", key: "ABCDEFGH12" });
  assert.deepEqual(ref.parse(7), { id: 7, name: "", key: undefined });
  assert.deepEqual(ref.parse("7"), { id: 7, name: "", key: undefined });
  assert.deepEqual(ref.parse("https://host/api/v2/venue/7.json"), { id: 7, name: "", key: undefined });
  assert.deepEqual(ref.parse({ link: "/v2/venue/7/" }), { id: 7, name: "", key: undefined });
  assert.equal(ref.safeParse({ name: "Hall" }).success, false);
  assert.deepEqual(
    [refs.parse([1, 2]), refs.parse({ refs: [{ id: 3 }] })].flat().map((found) => found.id),
    [1, 2, 3],
  );
});

test("accepts only valid ids and keys", () => {
  assert.deepEqual(
    [1, "12"].map((wire) => id.parse(wire)),
    [1, 12],
  );
  for (const wire of [0, -1, 1.5, "0", "1e3", "", null]) assert.equal(id.safeParse(wire).success, false, String(wire));
  assert.equal(key.parse("ABCDEFGH12"), "ABCDEFGH12");
  for (const wire of ["", "../x", "a b", "a/b", null]) assert.equal(key.safeParse(wire).success, false, String(wire));
});

for (const [minor, currency, wire] of [
  [3000, "AUD", "30.00"],
  [9700, "AUD", "97.00"],
  [5, "AUD", "0.05"],
  [0, "AUD", "0.00"],
  [30, "JPY", "30"],
  [1500, "KWD", "1.500"],
] as const) {
  test(`P10: ${minor} of ${currency} is written as ${wire}`, () => {
    assert.equal(JSON.stringify({ amount: exactAmount({ minor, currency }) }), `{"amount":${wire}}`);
  });
}

test("the control: a plain number loses its decimals", () =>
  assert.equal(JSON.stringify({ amount: 30.0 }), '{"amount":30}'));

test("an address with a user name in it is shown nowhere: its link opens another host than it seems to", () => {
  for (const url of [
    "https://ada:secret@playhouse.example/a.png",
    "https://playhouse.example@evil.example/",
    "https://playhouse.example\\@evil.example",
    "http://playhouse.example",
    "javascript:alert(1)",
  ])
    assert.equal(httpsOrUndefined(url), undefined, url);
  for (const url of [
    "https://maps.example/@-41.29,174.78,17z",
    "https://playhouse.example?mail=a@b.example",
    "https://a.example",
  ])
    assert.equal(httpsOrUndefined(url), url);
});
