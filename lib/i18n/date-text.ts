import { dateOfParts } from "#lib/i18n/date-parts.ts";
import { dayAndTime } from "#lib/i18n/words.ts";

/** Regional formats of dates, such as "Sat, 13 Feb", "7:30 pm". */
const FORMATS: Readonly<Record<string, string>> = { en: "en-AU" };

/** The same digits in every language, as in prices, codes and card numbers. */
const DIGITS = "-u-nu-latn-ca-gregory";

/** Returns the language tag for dates. */
export function dateLanguage(locale: string): string {
  return (FORMATS[locale] ?? locale) + DIGITS;
}

type Options = Intl.DateTimeFormatOptions;

const WEEKDAY_DAY: Options = { weekday: "short", day: "numeric", month: "short" };

/** Returns "Sat, 13 Feb"; with the year when it is not that of `now`. */
export function dayText(at: string, locale: string, timeZone: string, now: Date): string {
  const isThisYear = isInYear(at, now.toISOString(), timeZone);
  return format(at, locale, timeZone, isThisYear ? WEEKDAY_DAY : { ...WEEKDAY_DAY, year: "numeric" });
}

function isInYear(at: string, other: string, timeZone: string): boolean {
  return clockOf(at, timeZone).slice(6, 10) === clockOf(other, timeZone).slice(6, 10);
}

/** Returns "Sat, 13 Feb, 7:30 pm"; with the year when it is not that of `now`. */
export function dayTimeText(at: string, locale: string, timeZone: string, now: Date): string {
  return dayAndTime(dayText(at, locale, timeZone, now), timeText(at, locale, timeZone), locale);
}

const TIME: Options = { hour: "numeric", minute: "2-digit" };

/**
 * Returns "7:30 pm", in German "19:30 Uhr"; in the reader's own zone when none is given. A time that the clocks show twice has its
 * zone: "2:30 am NZST".
 */
export function timeText(at: string, locale: string, timeZone?: string): string {
  return format(at, locale, timeZone, { ...TIME, ...zoneIfShownTwice(at, timeZone) });
}

/** Returns "7:30 – 10:00 pm" for less than a day, also over midnight: "10:00 pm – 4:00 am". */
export function timesText(from: string, to: string, locale: string, timeZone: string): string {
  if ([from, to].some((at) => zoneIfShownTwice(at, timeZone) !== undefined)) {
    return inOneLine(`${timeText(from, locale, timeZone)} – ${timeText(to, locale, timeZone)}`);
  }
  // Of two days the range would be written with both.
  const [start, end] = [from, to].map((at) => `2000-01-01T${clockOf(at, timeZone).slice(-5)}Z`) as [string, string];
  return inOneLine(formatRange(start, end, locale, "UTC", TIME));
}

/** Returns the day and the time on the clocks of a zone, in an order that can be compared. */
function clockOf(at: string, timeZone: string | undefined): string {
  const numbers: Options = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" };
  return formatOf("en", timeZone, { ...numbers, hourCycle: "h23" }).format(new Date(at));
}

/** The clocks go back by an hour, on Lord Howe Island by half an hour. */
const CLOCK_CHANGES_MS = [-3_600_000, -1_800_000, 1_800_000, 3_600_000];

function zoneIfShownTwice(at: string, timeZone: string | undefined): Options | undefined {
  const shown = clockOf(at, timeZone);
  const isTwice = CLOCK_CHANGES_MS.some(
    (change) => clockOf(new Date(Date.parse(at) + change).toISOString(), timeZone) === shown,
  );
  return isTwice ? { timeZoneName: "short" } : undefined;
}

/** Returns "Fri 4 – Sun 6 Dec" for two days, `2026-12-04`; with the years when one is not that of `now`. A single day once. */
export function daysText(first: string, last: string, locale: string, now: Date): string {
  const thisYear = String(now.getUTCFullYear());
  const year: Options = first.startsWith(thisYear) && last.startsWith(thisYear) ? {} : { year: "numeric" };
  const text = formatRange(`${first}T12:00:00Z`, `${last}T12:00:00Z`, locale, "UTC", { ...WEEKDAY_DAY, ...year });
  // With the year the runtime writes "Fri, 4 – Sun, 6 Dec 2027".
  return /^\p{L}+[,،]\s\d+\s–/u.test(text) ? text.replace(/[,،](?=\s\d)/gu, "") : text;
}

/** Returns both moments with the year, once where both have the same, for a ticket; `long` writes every word in full. */
export function momentsText(
  from: string,
  to: string,
  locale: string,
  timeZone: string,
  length: "short" | "long",
): string {
  const { year, ...start } = momentOptions(length);
  const years = isInYear(from, to, timeZone) ? {} : { year };
  const first = format(from, locale, timeZone, { ...start, ...years, ...zoneIfShownTwice(from, timeZone) });
  return `${first} – ${momentText(to, locale, timeZone, length)}`;
}

/** Returns day and time with the year, for a ticket: "Sat, 13 Feb 2027, 7:30 pm"; `long` writes every word in full. */
export function momentText(at: string, locale: string, timeZone: string, length: "short" | "long"): string {
  return format(at, locale, timeZone, { ...momentOptions(length), ...zoneIfShownTwice(at, timeZone) });
}

function momentOptions(length: "short" | "long"): Options {
  const day: Options = length === "short" ? WEEKDAY_DAY : { weekday: "long", day: "numeric", month: "long" };
  return { ...day, year: "numeric", ...TIME };
}

/** Returns the parts of a date for a small calendar sheet: "Sat", "13", "Feb". */
export function dateTile(at: string, locale: string, timeZone: string) {
  return {
    weekday: format(at, locale, timeZone, { weekday: "short" }),
    // German writes "13." for a day alone.
    day: format(at, locale, timeZone, { day: "numeric" }).replace(/\D/g, ""),
    month: format(at, locale, timeZone, { month: "short" }),
  };
}

/** Returns "Saturday 13 February 2027". */
export function dateInFull(at: string, locale: string, timeZone: string): string {
  return format(at, locale, timeZone, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

/** Returns "February 2027". */
export function monthText(at: string, locale: string, timeZone: string): string {
  return format(at, locale, timeZone, { month: "long", year: "numeric" });
}

/** Returns "Sat, 13 Feb – Tue, 2 Mar"; a single day once, and so the year of both. */
export function rangeText(from: string, to: string, locale: string, timeZone: string, now: Date): string {
  const first = dayText(from, locale, timeZone, now);
  const last = dayText(to, locale, timeZone, now);
  if (first === last) return first;
  const start = isInYear(from, to, timeZone) ? dayText(from, locale, timeZone, new Date(to)) : first;
  return `${start} – ${last}`;
}

/** Returns the venue's city, or the one in the name of its time zone: "Auckland" of "Pacific/Auckland". */
export function placeOf({ city, timeZone }: { readonly city: string; readonly timeZone: string }): string {
  // A service without time zones states a date's offset, such as +13:00.
  if (/^[+-]/.test(timeZone)) return city || `UTC${timeZone}`;
  return city || (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

/** Kept, since a season has hundreds of dates, all written in the same few forms. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(at: string, locale: string, timeZone: string | undefined, options: Options): string {
  return dateOfParts(formatOf(locale, timeZone, options).formatToParts(new Date(at)), locale);
}

function formatRange(from: string, to: string, locale: string, timeZone: string, options: Options): string {
  return dateOfParts(formatOf(locale, timeZone, options).formatRangeToParts(new Date(from), new Date(to)), locale);
}

/** Returns a text that no line breaks. After a dash a line may break even before a no-break space, but not before a word joiner. */
function inOneLine(text: string): string {
  return text.replaceAll(" ", "\u00a0").replaceAll("–", "–\u2060");
}

function formatOf(locale: string, timeZone: string | undefined, options: Options): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options]);
  const kept =
    formats.get(key) ??
    new Intl.DateTimeFormat(dateLanguage(locale), { ...options, ...(timeZone !== undefined && { timeZone }) });
  formats.set(key, kept);
  return kept;
}

/** Returns "Saturday 5 December". */
export function dayInFull(day: string, locale: string): string {
  return format(`${day}T12:00:00Z`, locale, "UTC", { weekday: "long", day: "numeric", month: "long" });
}

/** Returns "Dec 2026". */
export function monthInShort(month: string, locale: string): string {
  return format(`${month}-15T12:00:00Z`, locale, "UTC", { month: "short", year: "numeric" });
}

/** Returns "December 2026" for `2026-12`. */
export function monthInFull(month: string, locale: string): string {
  return monthText(`${month}-15T12:00:00Z`, locale, "UTC");
}

type Weekday = { readonly short: string; readonly long: string };

/** Returns the weekdays from the language's first one. 1 is Monday. */
export function weekOf(locale: string): { readonly firstDay: number; readonly weekdays: readonly Weekday[] } {
  // The runtime has the method; the compiler's library does not declare it yet.
  const known = new Intl.Locale(dateLanguage(locale)) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  const firstDay = known.getWeekInfo?.().firstDay ?? 1;
  // 2 November 2026 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, at) => {
    const day = `2026-11-${String(2 + ((firstDay - 1 + at) % 7)).padStart(2, "0")}T12:00:00Z`;
    const name = (weekday: "narrow" | "short" | "long") => format(day, locale, "UTC", { weekday });
    // Arabic has no short names of a few letters, and seven long ones do not fit on a phone.
    const short = name("short");
    return { short: short.length > 4 ? name("narrow") : short, long: name("long") };
  });
  return { firstDay, weekdays };
}

/** Returns "30 seconds", "1 minute", "15 minutes": rounded up, so that the wait is never too short. */
export function durationText(seconds: number, locale: string): string {
  const [unit, count] = seconds < 60 ? (["second", seconds] as const) : (["minute", Math.ceil(seconds / 60)] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" })
    .format(count)
    .replaceAll(" ", "\u00a0");
}

/** Returns "45 min" or "45 minutes"; whole hours from two on as hours. */
export function minutesText(minutes: number, locale: string, unitDisplay: "short" | "long"): string {
  const [unit, count] =
    minutes >= 120 && minutes % 60 === 0 ? (["hour", minutes / 60] as const) : (["minute", minutes] as const);
  return new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: "unit", unit, unitDisplay })
    .format(count)
    .replaceAll(" ", "\u00a0");
}
