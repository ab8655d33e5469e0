/** A calendar day, `2026-12-04`, without a time zone; and a month, `2026-12`. */
export type Day = string;
export type Month = string;

const DAY_MS = 86_400_000;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;
/** There are about 600 time zones with their aliases. */
const ZONES_MAX = 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a valid day; `undefined` for any other text. */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  const year = Number(text.slice(0, 4));
  if (Number.isNaN(at) || dayOf(at) !== text || year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  return text;
}

export function parseMonth(text: string): Month | undefined {
  return parseDay(`${text}-01`)?.slice(0, 7);
}

/** Returns the day of an instant in this time zone. */
export function dayIn(at: Date, timeZone: string): Day {
  const found = partsIn(at, timeZone);
  return `${found.get("year")}-${found.get("month")}-${found.get("day")}`;
}

/** Returns the time on the clocks of this time zone, `04:00`. */
export function clockIn(at: Date, timeZone: string): string {
  const found = partsIn(at, timeZone);
  return `${found.get("hour")}:${found.get("minute")}`;
}

const MINUTE_MS = 60_000;
/** Zones are at most 14 hours ahead and 12 behind. */
const AHEAD_MS = 15 * 60 * MINUTE_MS;
const BEHIND_MS = 13 * 60 * MINUTE_MS;

/** Returns the first moment of a day in this time zone, also where its clocks skip midnight. */
export function startOfDay(day: Day, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`);
  let [before, start] = [utc - AHEAD_MS, utc + BEHIND_MS];
  while (start - before > MINUTE_MS) {
    const middle = before + Math.ceil((start - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayIn(new Date(middle), timeZone) < day) before = middle;
    else start = middle;
  }
  return new Date(start);
}

/** Returns the UTC offset of a time, ISO 8601, in which its clock shows what is written. */
export function zoneOf(iso: string): string {
  return iso.slice(-6);
}

/** Returns whether a zone has the offset of this time, ISO 8601, at that moment. */
export function hasOffset(timeZone: string, iso: string): boolean {
  const at = new Date(iso);
  return iso.startsWith(`${dayIn(at, timeZone)}T${clockIn(at, timeZone)}`);
}

function partsIn(at: Date, timeZone: string): ReadonlyMap<string, string> {
  return new Map(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

/** Creating a format takes far longer than using it. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= ZONES_MAX) formats.clear();
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat("en", { timeZone, ...day, ...clock });
  formats.set(timeZone, format);
  return format;
}

export function addDays(day: Day, days: number): Day {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Returns 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Returns the months from the first to the last; none if the last is before the first. */
export function monthsFrom(first: Month, last: Month): readonly Month[] {
  return first > last ? [] : [first, ...monthsFrom(addMonths(first, 1), last)];
}

export function daysOf(month: Month): readonly Day[] {
  const first = `${month}-01`;
  const count = Math.round((Date.parse(`${addMonths(month, 1)}-01`) - Date.parse(first)) / DAY_MS);
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}

/** Returns the weeks of a month, each starting on `firstWeekday`; days of the neighbouring months are `undefined`. */
export function weeksOf(month: Month, firstWeekday: number): readonly (readonly (Day | undefined)[])[] {
  const days = daysOf(month);
  const before = (weekdayOf(`${month}-01`) - firstWeekday + 7) % 7;
  const weeks = Math.ceil((before + days.length) / 7);
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, at) => days[week * 7 + at - before]));
}

function dayOf(at: number): Day {
  return new Date(at).toISOString().slice(0, 10);
}
