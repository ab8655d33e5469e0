import assert from "node:assert/strict";
import { test } from "node:test";
import { leaksIn, needlesOf } from "#e2e/tools/leak-scan.ts";
import { actualTexts, readPdf } from "#e2e/tools/pdf-text.ts";
import { qrCodesIn } from "#e2e/tools/read-qr.ts";
import { posterArt } from "#lib/tickets/art/poster-art.ts";
import { outlinesOf } from "#lib/tickets/text-layout/outlines.ts";
import type { PrintedTicket } from "./ticket-page.ts";
import { type TicketsFile, ticketsPdf } from "./tickets-pdf.ts";

const TEMPEST: PrintedTicket = {
  brand: "Foyer",
  eventName: "The Tempest",
  position: "Ticket 1 of 2",
  rows: [
    { label: "When", value: "Fri 4 Dec 2026, 7:30 pm (Wellington time)" },
    { label: "Name", value: "Åse Ødegård" },
  ],
  code: "4711",
  codeLabel: "QR code of ticket 4711",
  nameElsewhere: "Name on the order page · 4711",
  reference: "Order 1042",
  seller: "Sold by The Glasshouse Trust",
  advice: "Show this code at the door.",
  art: posterArt("event-1", 265),
};

const CODES = ["4711", "1b4e28ba-2fa1-4d2b-883f-0016d3cca427"];

const FILE: TicketsFile = {
  title: "Your tickets",
  reference: "1042",
  language: "en",
  direction: "ltr",
  style: { fill: "#4f46e5", on: "#ffffff" },
  madeAt: new Date("2026-11-21T10:00:00Z"),
  tickets: [TEMPEST, { ...TEMPEST, code: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427", position: "Ticket 2 of 2" }],
};

test("the QR codes read back from the compressed file", async () => {
  assert.deepEqual(qrCodesIn(Buffer.from(await ticketsPdf(FILE))), CODES);
});

test("draws a ticket without guest details without a code", async () => {
  const { code: _code, ...waiting } = TEMPEST;
  const text = await drawn({ ...FILE, tickets: [TEMPEST, waiting] });
  assert.equal(text.match(/\/Type \/Page\b/g)?.length, 2);
  assert.deepEqual(codesOf(text), ["4711"]);
});

test("prints the cancellation in place of the code", async () => {
  const { code: _code, ...ticket } = TEMPEST;
  const text = await drawn({ ...FILE, tickets: [{ ...ticket, notice: "Cancelled" }] });
  assert.deepEqual(codesOf(text), []);
  assert.match(readPdf(text), /Cancelled/);
});

test("P24: fetches and runs nothing, and has no link", async () => {
  const hostile = "<script>alert(1)</script> https://evil.example (/JS) javascript:alert(1)";
  const tickets = [{ ...TEMPEST, eventName: hostile, brand: hostile, advice: hostile }];
  const text = await drawn({ ...FILE, title: "<script>alert(1)</script>", tickets });
  // What is copied is a string, out of which nothing leads: its brackets are escaped.
  assert.ok(actualTexts(text).includes(hostile));
  const outside = text.replaceAll(/\/ActualText \((?:\\[\s\S]|[^\\)])*\)/g, "");
  assert.doesNotMatch(outside, /<script>/);
  assert.doesNotMatch(outside, /\/(JavaScript|JS|URI|Launch|OpenAction|EmbeddedFile|Annot)\b/);
});

test("the street of a venue with an Arabic name is printed from left to right", async () => {
  const rows = [{ label: "Where", value: ["مسرح الليل", "14 Bond Store Lane"] }];
  const text = readPdf(await drawn({ ...FILE, tickets: [{ ...TEMPEST, rows }] }));
  assert.match(text, /14 Bond Store Lane/);
});

test("Chinese, Japanese, Korean and Latin names can be selected as text", async () => {
  const values = ["太郎 山田", "张伟 李娜", "김철수", "Åse Ødegård Ĵoĉjo", "Ελένη Нина Nguyễn"];
  const rows = values.map((value) => ({ label: "Name", value }));
  const text = readPdf(await drawn({ ...FILE, tickets: [{ ...TEMPEST, eventName: "東京の夜", rows }] }));
  for (const value of [...values, "東京の夜", "Name"]) assert.ok(text.includes(value), value);
  assert.ok(!text.includes("\0"));
});

test("P13: the leak scan reads the text of the served PDF", async () => {
  const needles = needlesOf({ user: "shop-of-a-test", password: "7f-Kx_92 & more" });
  const served = async (advice: string) =>
    Buffer.from(await ticketsPdf({ ...FILE, tickets: [{ ...TEMPEST, advice }] }));
  const found = leaksIn("tickets.pdf", await served("As shop-of-a-test with 7f-Kx_92 & more"), needles);
  assert.deepEqual(
    found.map(({ where, needle }) => `${where}: ${needle}`),
    ["tickets.pdf › text: password, plain", "tickets.pdf › text: user, plain"],
  );
  assert.deepEqual(leaksIn("tickets.pdf", await served("Show this code at the door."), needles), []);
});

test("prints where a name in a script without a font is, never a part of it", async () => {
  const rows = [
    { label: "Name", value: "Ada ᏣᎳᎩ" },
    { label: "Ticket", value: "ᏣᎳᎩ · $73.30" },
    { label: "Where", value: ["𓀀𓀁", "14 Bond Store Lane"] },
    { label: "Section", value: "🎭🎉" },
  ];
  const text = readPdf(await drawn({ ...FILE, tickets: [{ ...TEMPEST, eventName: "𓀀𓀁 Nights", rows }] }));
  const elsewhere = "Name on the order page · 4711";
  assert.ok(text.includes(`Name${elsewhere}Ticket${elsewhere} · $73.30Where${elsewhere}, 14`));
  assert.ok(text.includes(`Section${elsewhere}`));
  assert.match(text, /Ticket 1 of 2Name on the order ?page · 4711Name/);
  assert.doesNotMatch(text, /Ada|Nights|…|[ᏣᎳᎩ𓀀𓀁\0]/u);
});

test("prints letters of fancy alphabets as plain ones, and leaves out signs without a font", async () => {
  const rows = [{ label: "Name", value: "𝓐𝓷𝓷𝓪 𝕭𝖗𝖔𝖜𝖓" }];
  const text = readPdf(await drawn({ ...FILE, tickets: [{ ...TEMPEST, eventName: "𝔑𝔦𝔤𝔥𝔱 𝄞 𝟮𝟰", rows }] }));
  assert.match(text, /Ticket 1 of 2Night 24NameAnna Brown/);
});

/** What is written from right to left, shaped by its neighbours, cut into lines, or read before a letter that it is written after. */
const WRITTEN = [
  "ليلى الخطيب",
  "١٩:٣٠",
  "٤٧٫٥٠ US$",
  "র‍্যাফেল মিঞা",
  "น้ำใจ",
  "שָׁלוֹם",
  "हिन्दी",
  "The very long name of a hall that does not fit on one line of a ticket, even of this size",
];

test("what is copied, found and read aloud is the text, whatever the glyphs are", async () => {
  const rows = WRITTEN.map((value) => ({ label: "Name", value }));
  const eventName = "A title of (brackets) \\ in three lines of the card, at least";
  const pdf = await drawn({ ...FILE, tickets: [{ ...TEMPEST, eventName, brand: "ليالي (2)", rows }] });
  const given = actualTexts(pdf);
  const glyphs = readPdf(pdf);
  for (const text of [...WRITTEN, eventName, "ليالي (2)"])
    assert.ok(given.includes(text) || glyphs.includes(text), text);
  assert.deepEqual(given.slice(0, 3), ["ليالي (2)", eventName, "ليلى الخطيب"]);
});

test("text that the glyphs give as it is has no second one", async () => {
  assert.deepEqual(actualTexts(await drawn(FILE)), []);
});

test("a price can be copied after its full stop was drawn as part of another glyph", async () => {
  outlinesOf("A long title…", { weight: "bold", size: 20 }, 1000, 1);
  const rows = [{ label: "Ticket", value: "Stalls · $73.30" }];
  assert.match(readPdf(await drawn({ ...FILE, tickets: [{ ...TEMPEST, rows }] })), /Stalls · \$73\.30/);
});

test("draws an Arabic ticket from the right, with Arabic fonts", async () => {
  const tickets = [{ ...TEMPEST, eventName: "ليالي الأندلس — Andalusian Nights", rows: [] }];
  const text = await drawn({ ...FILE, language: "ar", direction: "rtl", tickets });
  assert.match(text, /\/Lang \(ar\)/);
  assert.match(text, /\/BaseFont \/\w+\+NotoSansArabic/);
  assert.doesNotMatch(await drawn(FILE), /NotoSans/);
});

test("prints the event's name in the typeface of the pages' titles, letters with accents too", async () => {
  const text = await drawn({ ...FILE, tickets: [{ ...TEMPEST, eventName: "Ōtautahi Cèilidh" }] });
  assert.match(text, /\/BaseFont \/\w+\+BricolageGrotesque/);
  assert.match(readPdf(text), /Ōtautahi Cèilidh/);
});

async function drawn(file: TicketsFile): Promise<string> {
  return Buffer.from(await ticketsPdf(file, { compress: false })).toString("latin1");
}

const codesOf = (pdf: string) => qrCodesIn(Buffer.from(pdf, "latin1"));
