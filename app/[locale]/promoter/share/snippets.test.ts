import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, posterAddress, shareQueryIn } from "#app/[locale]/promoter/share/share-query.ts";
import { snippetsOf } from "#app/[locale]/promoter/share/snippets.ts";
import type { EventLink } from "#lib/catalogue/event-link.ts";
import { qrSquare } from "#lib/tickets/art/qr-square.ts";

const EVENT = { kind: "event", id: 12 } as const;
const SHOP = {
  origin: "https://tickets.example",
  language: "en",
  target: EVENT,
  label: "Buy tickets",
  accent: "#4f46e5",
  onAccent: "#ffffff",
  theme: "light",
} as const;
const LINK = shareQueryIn(
  { date: "5", "qty.3": "2", "qty.4": "0", code: 'A"B', ref: "dj-kim", utm_source: "poster", lang: "en" },
  ["en"],
  "en",
).link;
const SNIPPETS = snippetsOf({ ...SHOP, link: LINK });
const QUERY = "date=5&qty.3=2&code=A%22B&ref=dj-kim&utm_source=poster";

test("the link carries date, quantities, code, affiliate and campaign", () => {
  assert.equal(SNIPPETS.link, `https://tickets.example/en/events/12?${QUERY}`);
});

test("the element has the same data in attributes, with the link inside", () => {
  assert.equal(
    SNIPPETS.element,
    `<script type="module" src="https://tickets.example/embed.js"></script>
<foyer-tickets event="12" date="5" quantities="3:2" code="A&quot;B" affiliate="dj-kim" campaign="utm_source=poster" accent="#4f46e5" lang="en">
  <a href="https://tickets.example/en/events/12?${QUERY.replaceAll("&", "&amp;")}">Buy tickets</a>
</foyer-tickets>`,
  );
});

test("a frame names the page that it is on and its theme, and each snippet but the poster the way back", () => {
  const site = { ...SHOP, theme: "dark", host: "longlight.example", returnTo: "4:/tickets" } as const;
  const { link, button, element, frame } = snippetsOf({ ...site, link: { wanted: [], source: { ref: "dj-kim" } } });
  const address = "https://tickets.example/en/events/12?ref=dj-kim&return=4%3A%2Ftickets";
  assert.equal(link, address);
  assert.ok(button.includes(`href="${address.replace("&", "&amp;")}"`), button);
  assert.match(
    element ?? "",
    /<foyer-tickets event="12" affiliate="dj-kim" return="4:\/tickets" accent="#4f46e5" theme="dark" lang="en">/,
  );
  assert.match(
    frame ?? "",
    /src="https:\/\/tickets\.example\/en\/embed\/events\/12\?ref=dj-kim&amp;embed=longlight\.example&amp;return=4%3A%2Ftickets&amp;theme=dark"/,
  );
});

test("a group and the list have embeds of their own, a month has links alone", () => {
  const link = { wanted: [] };
  const group = snippetsOf({ ...SHOP, target: { kind: "group", id: 3 }, link });
  assert.equal(group.link, "https://tickets.example/en/groups/3");
  assert.match(group.element ?? "", /<foyer-events group="3" accent="#4f46e5" lang="en">/);
  assert.match(group.frame ?? "", /src="https:\/\/tickets\.example\/en\/embed\/groups\/3"/);
  const list = snippetsOf({ ...SHOP, target: { kind: "list" }, link: { wanted: [], code: "FIRST20" } });
  assert.equal(list.link, "https://tickets.example/en?code=FIRST20");
  assert.match(list.element ?? "", /<foyer-events code="FIRST20" accent/);
  assert.match(list.frame ?? "", /src="https:\/\/tickets\.example\/en\/embed\/events\?code=FIRST20"/);
  const month = snippetsOf({ ...SHOP, target: { kind: "month", month: "2027-01" }, link });
  assert.equal(month.link, "https://tickets.example/en/calendar/2027-01");
  assert.deepEqual(Object.keys(month), ["link", "button"]);
});

test("P24: no input of a promoter ends an attribute", () => {
  const hostile = snippetsOf({
    ...SHOP,
    label: '"><script>alert(1)</script>',
    link: { wanted: [], code: '"><script>alert(1)</script>' },
    host: '"><script>alert(1)</script>',
    returnTo: '4:/"><script>alert(1)</script>',
  });
  for (const text of [hostile.button, hostile.frame ?? "", hostile.element ?? ""]) {
    assert.match(text, /alert/);
    assert.doesNotMatch(text, /<script>alert/);
    assert.doesNotMatch(text, /"">/);
  }
});

test("a poster always has a QR code: the campaign is left out first, then the tickets, never the event", () => {
  const address = (link: EventLink) => posterAddress("https://tickets.example", "en", EVENT, link);
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
  assert.throws(() => qrSquare(addressOf("https://tickets.example", "en", EVENT, all)), /overflow/);
});
