import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Search, searchPath } from "#lib/catalogue/search-query.ts";
import { readAddresses } from "#lib/security/requests/addresses.ts";
import { readAddressCorrections } from "#lib/security/requests/corrected-address.ts";

const kindOf = readAddresses(process.cwd());
const correctedAddress = readAddressCorrections(process.cwd());
const ACCEPTED = "ja, de-AT;q=0.8";
const TOKEN = "eyJhbGciOiJkaXIifQ..b3Jk_ZXI.dGlja2V0cw.c2Vh-bA_";
/** All that a search may have. */
const SEARCH: Required<Search> = {
  ...{ q: "Der Sturm", when: "week", from: "2026-12-01", to: "2026-12-31", venue: 3, town: "Zürich", tag: "Oper" },
  ...{ dateGroup: "Premiere", group: 4, page: 2 },
};
const FRAME = "types=31%2C32&target=blank&layout=compact&limit=3&theme=dark&date=5&qty.31=2&utm_source=blog";

for (const [sent, meant] of [
  // Without a language: the browser's.
  ["/events/7", "/de/events/7"],
  ["/12", "/de/events/12?utm_medium=poster"],
  ["/calendar/2026-12", "/de/calendar/2026-12"],
  ["/cart", "/de/cart"],
  ["/search?q=Der+Sturm&page=2&next=//evil.example", "/de/search?q=Der+Sturm&page=2"],
  [searchPath(SEARCH), `/de${searchPath(SEARCH)}`],
  [`/sales/${TOKEN}`, `/de/sales/${TOKEN}`],
  // In capitals, with a region.
  ["/EN", "/en"],
  ["/EN/", "/en"],
  ["/EN/events/7?date=5&qty.31=2&code=A%26B&utm_source=x", "/en/events/7?date=5&qty.31=2&code=A%26B&utm_source=x"],
  ["/Fr/Events/7/Tickets", "/fr/events/7/tickets"],
  ["/en-GB/events/7", "/en/events/7"],
  ["/EN/embed/events/7", "/en/embed/events/7"],
  [`/EN/embed/events/7?${FRAME}&onload=x`, `/en/embed/events/7?${FRAME}`],
  ["/EN/12", "/en/events/12?utm_medium=poster"],
  // With the end of a sentence, of brackets, of a quotation or of a line.
  ...[".", ",", ")", ").", "]", ">", "!", "%20", "%20%20", "%C2%A0", "%E2%80%9D", "…", "/.", ".%20", "%3E", "%22"].map(
    (end) => [`/en/events/7${end}`, "/en/events/7"] as const,
  ),
  [`/en/sales/${TOKEN}.`, `/en/sales/${TOKEN}`],
  [`/en/sales/${TOKEN}%20`, `/en/sales/${TOKEN}`],
  [`/en/sales/${TOKEN})/`, `/en/sales/${TOKEN}`],
  [`/en/waiting-list/${TOKEN}%3E`, `/en/waiting-list/${TOKEN}`],
  [`/en/find-tickets/${TOKEN},`, `/en/find-tickets/${TOKEN}`],
  ["/en/find-tickets.", "/en/find-tickets"],
  ["/en/12.", "/en/events/12?utm_medium=poster"],
  ["/en.", "/en"],
  ["/%20", "/de"],
  ["/EN/EVENTS/7.", "/en/events/7"],
] as const)
  test(`${sent} means ${meant}`, () => {
    assert.equal(kindOf(sent.split("?", 1)[0] ?? ""), undefined, "nothing is there");
    assert.equal(correctedAddress(sent, ACCEPTED), meant);
    assert.ok(kindOf(meant.split("?", 1)[0] ?? ""), "one redirect leads to a page");
  });

for (const sent of [
  "//evil.example",
  "///evil.example/en/events/7",
  "/\\evil.example",
  "/%5Cevil.example/events/7",
  "/%2F%2Fevil.example",
  "/en//evil.example",
  "/en/events/7//",
  "/EN/%2Fevents/7",
  "/en@evil.example",
  "/en.evil.example/events/7",
  "/https:/evil.example",
  "/javascript:alert(1)",
  "/en/events/07",
  "/en/events/7.1",
  "/en/events/7x",
  "/events/1234567890123456",
  "/en/events/7/nope.",
  "/ja/events/7",
  "/en/calendar/2026-13.",
  "/en/sales/a%20b.",
  "/EN/sales/<b>",
  "/EN/sales/a%0d%0aSet-Cookie:x",
  "/..%2f..%2fevents/7",
  "/%252F%252Fevil.example",
  "/events/7/../8",
  "/nope",
  "/wp-login.php",
  "/events.",
  "/events/[eventId]",
  // A pattern that tries each way to read the signs would not end.
  `/en${"/!".repeat(900)}/a`,
  `/en${"/!".repeat(2_000)}/a`,
  `/en/events/7${".".repeat(1_900)}a`,
  `/en/events/7${".".repeat(15_000)}a`,
  `/en/events/7${".".repeat(15_000)}`,
])
  test(`${sent.slice(0, 60)} (${sent.length}) means nothing of ours`, () =>
    assert.equal(correctedAddress(sent, ACCEPTED), undefined));

/** What our addresses may consist of. */
const OURS = /^\/(?:en|es|fr|de|ar)(?:\/[\w.-]+)*(?:\?[\w.*+%=&-]+)?$/;

const piece = fc.oneof(
  fc.constantFrom(
    "/",
    "//",
    "\\",
    "/\\",
    "%2f",
    "%5c",
    "%09",
    "%0d%0a",
    ".",
    "..",
    "@",
    ":",
    "?",
    "&",
    "=",
    "%20",
    "%E2%80%A6",
    "en",
    "EN",
    "de-AT",
    "events",
    "Events",
    "7",
    "12",
    "tickets",
    "sales",
    "embed",
    "calendar",
    "2026-12",
    "search",
    "evil.example",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:",
    "next=//evil.example",
    "q=",
    "code=",
    "utm_source=",
    "<script>",
    "'",
    '"',
    "%00",
    "%7f",
    "[eventId]",
    "__proto__",
    "constructor",
  ),
  fc.string({ maxLength: 4 }).map(encodeURIComponent),
);

test("of random broken addresses, each leads to a page of ours, at once, or nowhere", () => {
  const seen = { redirected: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), fc.boolean(), (pieces, hasLanguage) => {
      const target = `/${hasLanguage ? "EN/" : ""}${pieces.join("")}`;
      const meant = correctedAddress(target, ACCEPTED);
      seen[meant === undefined ? "refused" : "redirected"] += 1;
      if (meant === undefined) return;
      const { origin, pathname, search } = new URL(meant, "https://tickets.example");
      assert.equal(origin, "https://tickets.example", target);
      assert.match(meant, OURS, target);
      assert.equal(pathname + search, meant, target);
      assert.ok(kindOf(pathname), `${target} leads to ${meant}, where nothing is`);
      // The second time nothing is left to correct.
      assert.ok([meant, undefined].includes(correctedAddress(meant, ACCEPTED)), target);
    }),
    { numRuns: 3_000, examples: [[["events/7?next=//evil.example&q=<b>"], false]] },
  );
  assert.ok(seen.redirected > 30 && seen.refused > 1_000, JSON.stringify(seen));
  // The control: an address that repeats what was sent breaks these rules.
  for (const sent of ["//evil.example", "/en/<b>", "/en\\evil.example", "/en/events/7?x='\""])
    assert.doesNotMatch(sent, OURS);
});
