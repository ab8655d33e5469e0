import assert from "node:assert/strict";
import test from "node:test";
import { isSourceField, SOURCE_FIELDS } from "#lib/ticketing/model/source-fields.ts";
import { type EventLink, fieldsOfSource, formatEventLink, parseEventLink } from "./event-link.ts";

const read = (query: string) => parseEventLink(new URLSearchParams(query));

test("a link carries date, quantities, code, affiliate, campaign, embed, click ids and the page to go back to", () => {
  const link: EventLink = {
    eventDateId: 5,
    dateGroup: "Opening weekend",
    wanted: [
      { ticketTypeId: 12, quantity: 2 },
      { ticketTypeId: 7, quantity: 1 },
    ],
    code: "SAVE10 FRIENDS",
    source: {
      ref: "dj-kim",
      utm: { source: "poster", medium: "print" },
      embed: "longlight.example",
      clickIds: { gclid: "g1" },
      returnTo: "3:/thanks",
    },
  };
  const query =
    "date=5&date-group=Opening+weekend&qty.12=2&qty.7=1&code=SAVE10+FRIENDS&ref=dj-kim&utm_source=poster&utm_medium=print" +
    "&embed=longlight.example&gclid=g1&return=3%3A%2Fthanks";
  assert.equal(formatEventLink(link), query);
  assert.deepEqual(read(query), link);
});

for (const [query, link] of [
  ["", { wanted: [] }],
  ["date=0&qty.0=1&qty.x=1&qty.=1&qty.3=-1&qty.4=1.5&qty.5=1e3&qty.6=many&qty.7=0", { wanted: [] }],
  ["date=../7&date-group=%20&code=&ref=%00&utm_=x&UTM_SOURCE=x&utm_1=x", { wanted: [] }],
  [
    "qty.3=٢&qty.4=۳&qty.5=४&qty.6=１２",
    { wanted: [3, 4, 5, 6].map((id, at) => ({ ticketTypeId: id, quantity: [2, 3, 4, 12][at] ?? 0 })) },
  ],
  ["date=5.", { wanted: [], eventDateId: 5 }],
  ["qty.3=2%20%E2%80%9D).&qty.4=.2", { wanted: [{ ticketTypeId: 3, quantity: 2 }] }],
  ["qty.3=5000", { wanted: [{ ticketTypeId: 3, quantity: 999 }] }],
  ["qty.3=2&qty.3=9&ref=one&ref=two", { wanted: [{ ticketTypeId: 3, quantity: 2 }], source: { ref: "one" } }],
  [
    `code=${"A".repeat(300)}&ref=${"b".repeat(300)}`,
    { wanted: [], code: "A".repeat(100), source: { ref: "b".repeat(200) } },
  ],
  ["aff=blog", { wanted: [], source: { ref: "blog" } }],
  ["aff=blog&ref=dj-kim", { wanted: [], source: { ref: "dj-kim" } }],
  [
    `ref=%E2%80%AEdj-%E2%81%A9kim&utm_source=a%80b%ED%A0%80&gclid=${"x".repeat(199)}%F0%9F%98%80&code=%E2%81%A6A%07B`,
    {
      wanted: [],
      code: "A B",
      source: { ref: "dj-kim", utm: { source: "a\ufffdb\ufffd\ufffd\ufffd" }, clickIds: { gclid: "x".repeat(199) } },
    },
  ],
  ["ref=%E2%80%AE&embed=%E2%80%AE&utm_source=%F0%9F%98%80", { wanted: [], source: { utm: { source: "😀" } } }],
  ["code=SAVE10%0A%09FRIENDS", { wanted: [], code: "SAVE10 FRIENDS" }],
  [
    "gclid=1&fbclid=2&dclid=3&utm_campaign=opening",
    { wanted: [], source: { utm: { campaign: "opening" }, clickIds: { gclid: "1", fbclid: "2" } } },
  ],
  ["embed=Longlight.Example%3A8443", { wanted: [], source: { embed: "longlight.example:8443" } }],
  ["embed=https%3A%2F%2Fx.example&embed=a%20b&embed=.x&embed=%5B%3A%3A1%5D", { wanted: [] }],
  ["return=12%3A%2Fthanks&return=13%3A%2F", { wanted: [], source: { returnTo: "12:/thanks" } }],
  ["return=12&return=0%3A%2F&return=x%3A%2F&return=12%3Athanks&return=12%3A%2Fa%20b", { wanted: [] }],
  [`return=12%3A%2F${"a".repeat(300)}`, { wanted: [] }],
] as const satisfies readonly (readonly [string, EventLink])[]) {
  test(`reads the link, and ignores invalid parameters: ${query.slice(0, 60) || "nothing"}`, () => {
    assert.deepEqual(read(query), link);
  });
}

test("the names of a source's fields are those that are read, and no other", () => {
  const names = SOURCE_FIELDS.replace("utm_[a-z][a-z0-9_]{0,29}", "utm_source").split("|");
  for (const name of names) {
    const source = read(`${name}=${name === "return" ? "3:/" : "x"}`).source;
    assert.deepEqual(
      fieldsOfSource(source).map(([written]) => written),
      [name === "aff" ? "ref" : name],
    );
    assert.ok(isSourceField(name), name);
  }
  for (const name of ["refs", "clid", "dclid", "utm_", "code", "qty.1"]) assert.equal(isSourceField(name), false, name);
});

test("limits the length of lists", () => {
  const many = new URLSearchParams();
  for (let n = 1; n <= 80; n++) {
    many.set(`qty.${n}`, "1");
    many.set(`utm_k${n}`, "v");
  }
  const { wanted, source } = parseEventLink(many);
  assert.equal(wanted.length, 50);
  assert.equal(Object.keys(source?.utm ?? {}).length, 10);
});
