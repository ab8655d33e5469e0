import assert from "node:assert/strict";
import { test } from "node:test";
import { dateTile, timeText } from "#lib/i18n/date-text.ts";
import { routing } from "#lib/i18n/routing.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { Letter } from "./letter.ts";
import { cancelledLetter } from "./letters/cancelled.ts";
import { dateChangedLetter } from "./letters/date-changed.ts";
import { findTicketsLetter } from "./letters/find-tickets.ts";
import { guestChangedLetter } from "./letters/guest-changed.ts";
import { guestDetailsLetter } from "./letters/guest-details-wanted.ts";
import { guestTicketLetter } from "./letters/guest-ticket.ts";
import { invitationLetter } from "./letters/invitation.ts";
import { passwordLinkLetter } from "./letters/password-link.ts";
import { refundDeclinedLetter } from "./letters/refund-declined.ts";
import { refundRequestedLetter } from "./letters/refund-requested.ts";
import { refundedLetter } from "./letters/refunded.ts";
import { reinstatedLetter } from "./letters/reinstated.ts";
import { replyToConfirmLetter } from "./letters/reply-to-confirm.ts";
import { ticketsLetter } from "./letters/tickets.ts";
import { voucherLetter } from "./letters/voucher.ts";
import { waitingCancelledLetter } from "./letters/waiting-list-cancelled.ts";
import { waitingConfirmLetter } from "./letters/waiting-list-confirm.ts";
import { waitingMovedLetter } from "./letters/waiting-list-moved.ts";
import { waitingOfferLetter } from "./letters/waiting-list-offer.ts";
import { renderLetter } from "./mail-html.ts";
import type { MessageName } from "./messages.ts";
import type { EventFacts, OrderFacts } from "./order-facts.ts";
import { sampleOrder, sampleShop } from "./sample-order.fixture.ts";

const BYTES_MAX = 100_000;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Returns what a reader of the HTML reads: its texts, with the isolation marks of the plain text left out. */
function readHtml(html: string) {
  const body = html.replace(/^[\s\S]*?<body[^>]*>/, "").replace(/<!--[\s\S]*?-->/g, "");
  const decode = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => decode(href));
  const words = decode(body.replace(/<[^>]*>/g, " "));
  return { words: plain(words), links };
}

const plain = (text: string) =>
  text
    .replace(/[\u2060\u2066-\u2069\u200e\u200f]/g, "")
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .trim();

const NO_CHOICE = { hasChoices: false, canMove: false, isFree: false };
const REQUESTS = "https://tickets.example/en/promoter/refunds";
const INVITED = {
  link: "https://tickets.example/en/promoter/sign-in/invitation/key",
  capabilities: ["ORDERS", "SCAN"],
  expiresAt: "2026-11-23T07:30:00Z",
};

/** Returns one letter of each kind. */
function lettersOf(order: OrderFacts, language: string): Readonly<Record<MessageName, Letter>> {
  const shop = sampleShop(language);
  const event = order.events[0] as EventFacts;
  const link = "https://tickets.example/waiting-list/link";
  const changed = { order, events: [event], event: event.name };
  return {
    TICKETS: ticketsLetter(order, shop),
    GUEST_DETAILS_WANTED: guestDetailsLetter(order, shop),
    GUEST_TICKET: guestTicketLetter({ event, link: `${order.link}/guest`, isPending: true }, shop),
    DATE_CHANGED: dateChangedLetter(
      { ...changed, before: { startsAt: "2026-12-30T19:00:00Z", timeZone: "UTC", venue: "Hall" } },
      shop,
    ),
    GUEST_CHANGED: guestChangedLetter({ event, link: `${order.link}/guest`, change: "CANCELLED" }, shop),
    REINSTATED: reinstatedLetter(changed, shop),
    CANCELLED: cancelledLetter({ ...changed, ...NO_CHOICE, refunds: true, isDateOnly: true }, shop),
    REFUNDED: refundedLetter(
      {
        ...{ order, events: [event], amount: { minor: 11_400, currency: "NZD" }, reason: event.name },
        ...{ hasNewVoucher: true, voucherEndsAt: "2027-02-25T09:00:00Z", waiting: { minor: 2_000, currency: "NZD" } },
      },
      shop,
    ),
    VOUCHER: voucherLetter(
      { code: "7QK2-M0XD-9V3T-HC5R", amount: { minor: 4750, currency: "NZD" }, endsAt: "2027-02-25T09:00:00Z" },
      shop,
    ),
    REFUND_REQUESTED: refundRequestedLetter({ order, events: [event], reason: event.name, listLink: REQUESTS }, shop),
    REFUND_DECLINED: refundDeclinedLetter({ order, events: [event], reason: event.name }, shop),
    FIND_TICKETS: findTicketsLetter([order], shop),
    REPLY_TO_CONFIRM: replyToConfirmLetter({ ...INVITED, account: event.name }, shop),
    WAITING_LIST_CONFIRM: waitingConfirmLetter({ event, quantity: 3, link }, shop),
    WAITING_LIST_CANCELLED: waitingCancelledLetter(
      { event, quantity: 3, link, isWaiting: true, isDateOnly: true },
      shop,
    ),
    WAITING_LIST_MOVED: waitingMovedLetter({ event, quantity: 3, link, before: "2026-12-30T19:00:00Z" }, shop),
    INVITATION: invitationLetter({ ...INVITED, inviter: event.name, account: event.name }, shop),
    PASSWORD_LINK: passwordLinkLetter({ ...INVITED, name: event.name }, shop),
    WAITING_LIST_OFFER: waitingOfferLetter(
      { event, quantity: 3, link, offerLink: `${link}2`, expiresAt: "2026-11-23T07:30:00Z" },
      shop,
    ),
  };
}

test("the tickets' mail has the end of a date, over several days with its day", () => {
  const textOf = (endsAt: string) => {
    const order = sampleOrder();
    const events = order.events.map((event) => ({ ...event, startsAt: "2027-01-01T18:00:00+13:00", endsAt }));
    return plain(renderLetter(ticketsLetter({ ...order, events }, sampleShop("en")), "#4f46e5").text);
  };
  assert.ok(textOf("2027-01-01T22:00:00+13:00").includes("6:00 – 10:00 pm"));
  assert.ok(textOf("2027-01-03T17:00:00+13:00").includes("Fri, 1 Jan, 6:00 pm – Sun, 3 Jan 2027, 5:00 pm"));
});

test("the tickets' mail of one ticket says so, and says the word door once", () => {
  const order = sampleOrder();
  const textOf = (events: OrderFacts["events"]) =>
    plain(renderLetter(ticketsLetter({ ...order, events }, sampleShop("en")), "#4f46e5").text);
  const all = textOf(order.events);
  assert.match(all, /Show your tickets on your phone.*Show my tickets:/);
  assert.match(all, /Door: Wharf door/);
  assert.match(all, /\(Door A\)/);
  const one = textOf(order.events.slice(1).map((event) => ({ ...event, tickets: event.tickets.slice(0, 1) })));
  assert.match(one, /Your ticket =.*Show your ticket on your phone.*Show my ticket:/);
});

test("a refund's mail names what went back, and says of the voucher's part that the organiser decides", () => {
  const order = sampleOrder();
  const amount = { minor: 11_400, currency: "NZD" };
  const of = (waiting: number) =>
    refundedLetter({ order, events: order.events, amount, waiting: { ...amount, minor: waiting } }, sampleShop("en"));
  const text = plain(renderLetter(of(2_000), "#4f46e5").text);
  assert.match(text, /Refund: NZ\$94\.00.*can’t take NZ\$20\.00 back, so the organiser decides/);
  assert.equal(of(11_400).title, "Your tickets are returned", "nothing went back");
});

for (const language of routing.locales) {
  test(`P53: the tickets' mail has every fact of the order, in HTML and in plain text (${language})`, () => {
    const order = sampleOrder();
    const { html, text } = renderLetter(ticketsLetter(order, sampleShop(language)), "#4f46e5");
    const money = (minor: number) => plain(formatMoney({ minor, currency: "NZD" }, language));
    const events = order.events.flatMap(({ name, venue, address, startsAt = "", doorsAt = "", timeZone = "" }) => [
      name,
      `${venue}, ${address}`,
      dateTile(startsAt, language, timeZone).day,
      ...[timeText(startsAt, language, timeZone), timeText(doorsAt, language, timeZone)].map(plain),
    ]);
    const golden = [
      ...events,
      "Lyttelton",
      "Wellington",
      "Floor",
      "Wharf door",
      "Stalls",
      "Door A",
      "Circle",
      "Door C",
      "16+",
      "F4K7Q2",
      "Ana",
      "ana@example.com",
      "Long Light Festival",
      "Visa",
      "Full refund until 48 hours",
      ...[11_400, 5_400, 300, 800, 6_550, 6_200, 350, 5_150, 4_800, 23_900, 19_634, 2_561].map(money),
      "Long Light weekend pass, 15% off",
      "FIRST20, free programme",
    ];
    const read = readHtml(html);
    for (const fact of golden) {
      assert.ok(read.words.includes(fact), `the HTML lacks ${fact}`);
      assert.ok(plain(text).includes(fact), `the text lacks ${fact}`);
    }
    const links = [
      order.link,
      `${order.link}/calendar`,
      `${order.link}/email`,
      "https://longlight.example/terms/2026-10",
      "https://longlight.example/refunds",
      "https://www.openstreetmap.org/?mlat=-43.6&mlon=172.7",
    ];
    for (const link of links) {
      assert.ok(read.links.includes(link), `the HTML lacks ${link}`);
      assert.ok(text.includes(link), `the text lacks ${link}`);
    }
  });

  test(`each message says in plain text what its HTML says, within 100 KB (${language})`, () => {
    for (const [kind, letter] of Object.entries(lettersOf(sampleOrder(), language))) {
      const { html, text, subject } = renderLetter(letter, "#4f46e5");
      const { words, links } = readHtml(html);
      const spoken = plain(text);
      for (const link of links) assert.ok(text.includes(link.replace(/^mailto:/, "")), `${kind}: text lacks ${link}`);
      const numbers = words.match(/[\d.,:]*\d/g) ?? [];
      assert.deepEqual(
        numbers.filter((number) => !spoken.includes(number)),
        [],
        `${kind}: numbers`,
      );
      assert.ok(spoken.includes(plain(letter.title)) && words.includes(plain(letter.title)), kind);
      assert.ok(Buffer.byteLength(html) < BYTES_MAX && Buffer.byteLength(text) < BYTES_MAX, kind);
      assert.match(html, new RegExp(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`));
      assert.notEqual(subject.trim(), "");
      assert.doesNotMatch(html, /<img|<script|<link|url\(|@import/, "nothing is loaded");
      assert.doesNotMatch(`${subject}${text}`, /\{\w+\}|Mail\.[a-z]|undefined/, kind);
    }
  });
}

test("a mail of ten events stays within 100 KB", () => {
  const order = sampleOrder();
  const events = Array.from({ length: 10 }, () => order.events).flat();
  const receipt = order.receipt && {
    ...order.receipt,
    events: Array.from({ length: 10 }, () => order.receipt?.events ?? []).flat(),
  };
  const letter = ticketsLetter({ ...order, events, receipt }, sampleShop("en"));
  assert.ok(Buffer.byteLength(renderLetter(letter, "#4f46e5").html) < BYTES_MAX);
});

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</td></tr></table><h1>Pay again</h1>",
  "<style>*{display:none}</style>",
  "Play\r\nBcc: everyone@example.com\r\n\r\nTotal paid: $0.00",
  "Play\u2028Total paid: $0.00",
  "\u202eyalP",
  "Pl\u200bay\u0000",
  "{event} {count, plural, one {x} other {y}}",
  "<!--[if mso]><b>x</b><![endif]-->",
  "javascript:alert(1)",
  "&lt;b&gt; &amp; 'quoted' \"twice\"",
];

for (const hostile of HOSTILE) {
  test(`a promoter's and a buyer's text is inert: ${JSON.stringify(hostile)}`, () => {
    const sample = sampleOrder();
    const order: OrderFacts = {
      ...sample,
      buyer: { firstName: hostile, lastName: hostile, email: "ana@example.com" },
      events: sample.events.map((event) => ({
        ...event,
        name: hostile,
        venue: hostile,
        address: hostile,
        ageLimit: hostile,
        mapUrl: hostile,
        tickets: [{ name: hostile, section: hostile, door: hostile, quantity: 1 }],
      })),
      terms: [{ event: hostile, url: hostile }],
      refundRules: [hostile],
    };
    const tags = (html: string) => [...new Set(html.match(/<\/?[a-z!][\w-]*/gi))].sort();
    for (const [kind, letter] of Object.entries(lettersOf(order, "en"))) {
      const { html, text, subject } = renderLetter(letter, "#4f46e5");
      const harmless = renderLetter(lettersOf(sample, "en")[kind as MessageName], "#4f46e5");
      assert.deepEqual(
        tags(html).filter((tag) => !tags(harmless.html).includes(tag)),
        [],
        kind,
      );
      assert.doesNotMatch(html, /<[^>]*\son\w+=/i, kind);
      assert.doesNotMatch(html, /href="(?!https?:|mailto:|#)/, kind);
      assert.doesNotMatch(`${subject}${html}${text}`, /[\u202a-\u202e\u200b\u2028\0\r]/, kind);
      assert.doesNotMatch(subject, /\n/, kind);
      assert.doesNotMatch(text, /^(Total paid: \$0|Bcc:)/m, kind);
    }
  });
}

test("the buyer's letter greets a name, and tells a stranger nothing else that was typed as one", () => {
  const order = sampleOrder();
  const lead = (firstName: string, lastName = "Lee") =>
    renderLetter(
      ticketsLetter({ ...order, buyer: { firstName, lastName, email: "ana@example.com" } }, sampleShop("en")),
      "#4f46e5",
    );
  assert.match(lead("Zoë").html, /Hi Zoë, you’re going\./);
  assert.match(lead("", "Suharto").html, /Hi Suharto, you’re going\./);
  for (const typed of ["Call 0800 123 456 for your prize", "You have been chosen by our team to receive one", "Win!"])
    for (const said of [lead(typed).html, lead(typed).text]) {
      assert.doesNotMatch(said, new RegExp(typed), typed);
      assert.match(said, /You’re going\./);
    }
});

test("a guest's message has no price, no receipt and no link of the order", () => {
  const order = sampleOrder();
  const { html, text } = renderLetter(lettersOf(order, "en").GUEST_TICKET, "#4f46e5");
  for (const said of [html, text]) {
    assert.doesNotMatch(said.replaceAll(`${order.link}/guest`, ""), /\$|F4K7Q2|ana@example|sealed-link/);
  }
});
