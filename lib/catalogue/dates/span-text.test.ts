import assert from "node:assert/strict";
import { test } from "node:test";
import { momentText, monthInFull, timeText } from "#lib/i18n/date-text.ts";
import type { Span } from "#lib/ticketing/model/span.ts";
import { lastDayOf } from "#lib/ticketing/model/span.ts";
import { spanInFull, spanText } from "./span-text.ts";

const NOW = new Date("2026-11-21T00:00:00Z");
const ZONE = "Pacific/Auckland";
const LANGUAGES = ["en", "es", "fr", "de", "ar"] as const;

const FESTIVAL = { startsAt: "2026-12-04T18:00:00+13:00", endsAt: "2026-12-06T23:00:00+13:00" };
const NIGHT = { startsAt: "2026-12-04T22:00:00+13:00", endsAt: "2026-12-05T04:00:00+13:00" };
const EVENING = { startsAt: "2026-12-04T19:30:00+13:00", endsAt: "2026-12-04T22:00:00+13:00" };
const OPEN = { startsAt: "2026-12-04T23:30:00+13:00" };
const EXHIBITION = { startsAt: "2026-11-20T10:00:00+13:00", endsAt: "2027-02-15T17:00:00+13:00" };

/** Returns a text as it reads, whatever its spaces. */
const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u2060", "");

const inWords: readonly (readonly [span: Span, texts: readonly string[]])[] = [
  [
    FESTIVAL,
    [
      "Fri 4 – Sun 6 Dec",
      "vie, 4 dic – dom, 6 dic",
      "ven. 4 – dim. 6 déc.",
      "Fr., 4. – So., 6. Dez.",
      "الجمعة 4 – الأحد 6 ديسمبر",
    ],
  ],
  [
    NIGHT,
    [
      "Fri, 4 Dec, 10:00 pm – 4:00 am",
      "vie, 4 dic, 22:00–4:00",
      "ven. 4 déc., 22:00 – 4:00",
      "Fr., 4. Dez., 22:00–4:00 Uhr",
      "الجمعة، 4 ديسمبر، 10:00 م – 4:00 ص",
    ],
  ],
  [
    EVENING,
    [
      "Fri, 4 Dec, 7:30 – 10:00 pm",
      "vie, 4 dic, 19:30–22:00",
      "ven. 4 déc., 19:30 – 22:00",
      "Fr., 4. Dez., 19:30–22:00 Uhr",
      "الجمعة، 4 ديسمبر، 7:30–10:00 م",
    ],
  ],
  [
    OPEN,
    [
      "Fri, 4 Dec, 11:30 pm",
      "vie, 4 dic, 23:30",
      "ven. 4 déc., 23:30",
      "Fr., 4. Dez., 23:30 Uhr",
      "الجمعة، 4 ديسمبر، 11:30 م",
    ],
  ],
];
for (const [span, texts] of inWords) {
  test(`writes ${texts[0]} in every language`, () =>
    assert.deepEqual(
      LANGUAGES.map((language) => plain(spanText(span, language, ZONE, NOW))),
      texts,
    ));
}

test("no line ends within the times", () => {
  assert.equal(spanText(EVENING, "en", ZONE, NOW), "Fri,\u00a04\u00a0Dec, 7:30\u00a0–\u2060\u00a010:00\u00a0pm");
  assert.equal(spanText(OPEN, "en", ZONE, NOW), "Fri,\u00a04\u00a0Dec, 11:30\u00a0pm");
});

const inFull = {
  en: [
    "Friday 4\u00a0December\u00a02026, 7:30\u00a0–\u2060\u00a010:00\u00a0pm",
    "Friday 4\u00a0December at\u00a06:00\u00a0pm – Sunday 6\u00a0December\u00a02026 at\u00a011:00\u00a0pm",
  ],
  es: [
    "viernes, 4\u00a0de\u00a0diciembre de\u00a02026, 19:30–\u206022:00",
    "viernes, 4\u00a0de\u00a0diciembre, 18:00 – domingo, 6\u00a0de\u00a0diciembre de\u00a02026, 23:00",
  ],
  fr: [
    "vendredi 4\u00a0décembre\u00a02026, 19:30\u00a0–\u2060\u00a022:00",
    "vendredi 4\u00a0décembre à\u00a018:00 – dimanche 6\u00a0décembre\u00a02026 à\u00a023:00",
  ],
  de: [
    "Freitag, 4.\u00a0Dezember\u00a02026, 19:30–\u206022:00\u00a0Uhr",
    "Freitag, 4.\u00a0Dezember um\u00a018:00\u00a0Uhr – Sonntag, 6.\u00a0Dezember\u00a02026 um\u00a023:00\u00a0Uhr",
  ],
  ar: [
    "الجمعة،\u00a04\u00a0ديسمبر\u00a02026، 7:30–\u206010:00\u00a0م",
    "الجمعة،\u00a04\u00a0ديسمبر في\u00a06:00\u00a0م – الأحد،\u00a06\u00a0ديسمبر\u00a02026 في\u00a011:00\u00a0م",
  ],
};
for (const language of LANGUAGES) {
  test(`a date in full breaks only between its parts: ${language}`, () =>
    assert.deepEqual(
      [EVENING, FESTIVAL].map((span) => spanInFull(span, language, ZONE, "long")),
      inFull[language],
    ));
}

test("a month in full may break before its year where a word stands between them", () => {
  const months = LANGUAGES.map((language) => monthInFull("2026-12", language));
  assert.deepEqual(months, [
    "December\u00a02026",
    "diciembre de\u00a02026",
    "décembre\u00a02026",
    "Dezember\u00a02026",
    "ديسمبر\u00a02026",
  ]);
});

test("a span over the year has both years", () => {
  assert.equal(plain(spanText(EXHIBITION, "en", ZONE, NOW)), "Fri, 20 Nov 2026 – Mon, 15 Feb 2027");
});

test("a ticket has start and end in full", () => {
  const full = (span: Span, length: "short" | "long" = "long") => plain(spanInFull(span, "en", ZONE, length));
  assert.equal(full(FESTIVAL), "Friday 4 December at 6:00 pm – Sunday 6 December 2026 at 11:00 pm");
  assert.equal(full(NIGHT), "Friday 4 December 2026, 10:00 pm – 4:00 am");
  assert.equal(full(OPEN), plain(momentText(OPEN.startsAt, "en", ZONE, "long")));
  assert.equal(full(EVENING, "short"), "Fri, 4 Dec 2026, 7:30 – 10:00 pm");
});

const lastDays: readonly (readonly [span: Span, zone: string, day: string])[] = [
  [FESTIVAL, ZONE, "2026-12-06"],
  [NIGHT, ZONE, "2026-12-04"],
  [OPEN, ZONE, "2026-12-04"],
  // Until six in the morning it is the same night, also on a Monday after a weekend and when the clocks go back.
  [{ startsAt: "2026-12-04T18:00:00+13:00", endsAt: "2026-12-07T06:00:00+13:00" }, ZONE, "2026-12-06"],
  [{ startsAt: "2026-12-04T22:00:00+13:00", endsAt: "2026-12-05T06:01:00+13:00" }, ZONE, "2026-12-05"],
  [{ startsAt: "2026-12-04T22:00:00+13:00", endsAt: "2026-12-05T00:00:00+13:00" }, ZONE, "2026-12-04"],
  [{ startsAt: "2026-12-04T04:00:00+13:00", endsAt: "2026-12-04T05:00:00+13:00" }, ZONE, "2026-12-04"],
  [{ startsAt: "2027-04-03T23:00:00+13:00", endsAt: "2027-04-04T06:00:00+12:00" }, ZONE, "2027-04-03"],
  // Without a zone the service states offsets.
  [{ startsAt: "2026-12-04T09:00:00Z", endsAt: "2026-12-04T15:00:00Z" }, "+13:00", "2026-12-04"],
];
for (const [span, zone, day] of lastDays) {
  test(`the last day of ${span.startsAt} to ${span.endsAt} is ${day}`, () => assert.equal(lastDayOf(span, zone), day));
}

test("P41: two times that the clocks show twice differ in words, and no other time has a zone", () => {
  for (const language of LANGUAGES) {
    const [first, second] = ["2027-04-04T02:30:00+13:00", "2027-04-04T02:30:00+12:00"] as const;
    assert.notEqual(timeText(first, language, ZONE), timeText(second, language, ZONE));
    assert.notEqual(momentText(first, language, ZONE, "long"), momentText(second, language, ZONE, "long"));
    const until = (endsAt: string) => spanText({ startsAt: "2027-04-03T23:00:00+13:00", endsAt }, language, ZONE, NOW);
    assert.notEqual(until(first), until(second));
  }
  assert.equal(timeText("2027-04-04T01:59:00+13:00", "en", ZONE), "1:59\u00a0am");
  assert.equal(timeText("2027-04-04T03:00:00+12:00", "en", ZONE), "3:00\u00a0am");
  assert.equal(timeText("2027-04-04T01:45:00+11:00", "en", "Australia/Lord_Howe"), "1:45\u00a0am\u00a0LHDT");
});
