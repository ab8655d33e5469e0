import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, kitQueryIn, posterAddress } from "#app/[locale]/promoter/embed-kit/[eventId]/kit-query.ts";
import { snippetsOf } from "#app/[locale]/promoter/embed-kit/[eventId]/snippets.ts";
import type { EventLink } from "#lib/catalogue/event-link.ts";
import { qrSquare } from "#lib/tickets/art/qr-square.ts";

const SHOP = { origin: "https://tickets.example", language: "en", eventId: 12, label: "Buy tickets" };
const LINK = kitQueryIn(
  { date: "5", "qty.3": "2", "qty.4": "0", code: 'A"B', ref: "dj-kim", utm_source: "poster", lang: "en" },
  ["en"],
  "en",
).link;
const SNIPPETS = snippetsOf({ ...SHOP, link: LINK, accent: "#4f46e5", onAccent: "#ffffff" });
const QUERY = "date=5&qty.3=2&code=A%22B&ref=dj-kim&utm_source=poster";

test("the link carries date, quantities, code, affiliate and campaign", () => {
  assert.equal(SNIPPETS.link, `https://tickets.example/en/events/12?${QUERY}`);
});

test("the element has the same data in attributes, with the link inside", () => {
  assert.equal(
    SNIPPETS.element,
    `<script type="module" src="https://tickets.example/embed.js"></script>
<foyer-tickets event="12" date="5" quantities="3:2" code="A&quot;B" affiliate="dj-kim" accent="#4f46e5" lang="en">
  <a href="https://tickets.example/en/events/12?${QUERY.replaceAll("&", "&amp;")}">Buy tickets</a>
</foyer-tickets>`,
  );
});

test("P24: no input of a promoter ends an attribute", () => {
  const hostile = snippetsOf({
    ...SHOP,
    label: '"><script>alert(1)</script>',
    link: { wanted: [], code: '"><script>alert(1)</script>' },
    accent: "#4f46e5",
    onAccent: "#ffffff",
  });
  for (const text of [hostile.button, hostile.frame, hostile.element]) {
    assert.doesNotMatch(text, /<script>alert/);
    assert.doesNotMatch(text, /"">/);
  }
});

test("a poster always has a QR code: the campaign is left out first, then the tickets, never the event", () => {
  const address = (link: EventLink) => posterAddress("https://tickets.example", "en", 12, link);
  const source = { ref: "dj-kim", utm: { source: "blog" } };
  const wanted = [{ ticketTypeId: 3, quantity: 2 }];
  assert.equal(
    address({ wanted, source }),
    "https://tickets.example/en/events/12?qty.3=2&ref=dj-kim&utm_medium=poster&utm_source=blog",
  );
  const long = { utm: { campaign: "\u0639".repeat(200) } };
  assert.equal(address({ wanted, source: long }), "https://tickets.example/en/events/12?qty.3=2&utm_medium=poster");
  const many = Array.from({ length: 50 }, (_, at) => ({ ticketTypeId: 900_000_000_000 + at, quantity: 2 }));
  const all = { wanted: many, eventDateId: 5, code: "\u0639".repeat(100), source: long };
  assert.equal(address(all), "https://tickets.example/en/events/12?date=5&utm_medium=poster");
  assert.ok(qrSquare(address(all)).size > 0);
  assert.throws(() => qrSquare(addressOf("https://tickets.example", "en", 12, all)), /overflow/);
});
