/** Covers an archive, and excludes the early years in which zones had offsets with seconds. */
const YEARS = { first: 2000, last: 2199 } as const;

/** A date and time on the venue's clock, without an offset: `2026-12-04T19:30`. */
export type WallTime = string;

/**
 * A time in a request: an instant, or the venue's wall time. An offset, `+12:00`, names one of the two instants of a wall time
 * that the clocks show twice.
 */
export type When = { readonly instant: Date } | { readonly wallTime: WallTime; readonly offset?: string };

/** Parses `dd-MM-yyyy'T'HH:mm`. Returns `undefined` for another form, a day that does not exist or a year out of range. */
export function parseWallTime(text: string): WallTime | undefined {
  const [, day, month, year, hour, minute] = /^(\d\d)-(\d\d)-(\d{4})T([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (Number(year) < YEARS.first || Number(year) > YEARS.last) return undefined;
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isSameDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${year}-${month}-${day}`);
  return isSameDay ? `${year}-${month}-${day}T${hour}:${minute}` : undefined;
}

const OFFSET = /[+-](?:0\d|1[0-4]):[0-5]\d$/;

/** Parses a wall time that may end with an offset: `04-04-2027T02:30+12:00`. */
export function parseVenueTime(text: string): When | undefined {
  const [offset] = OFFSET.exec(text) ?? [];
  const wallTime = parseWallTime(text.replace(OFFSET, ""));
  return wallTime === undefined ? undefined : { wallTime, ...(offset !== undefined && { offset }) };
}

/** Returns the wall time shifted by the difference between `from` and `to`. */
export function movedBy(time: WallTime, from: WallTime, to: WallTime): WallTime {
  const [at, start, end] = [time, from, to].map((one) => Date.parse(`${one}Z`)) as [number, number, number];
  return new Date(at + end - start).toISOString().slice(0, 16);
}

/** Returns ISO 8601 with the offset of the time zone at that instant: `2026-12-04T19:30:00.000+13:00`. */
export function formatInstant(instant: Date, timeZone: string): string {
  const offset = offsetMinutes(instant, timeZone);
  const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
  return `${local}${offsetText(instant, timeZone)}`;
}

/** Returns the offset of the time zone at that instant: `+13:00`. */
export function offsetText(instant: Date, timeZone: string): string {
  const offset = offsetMinutes(instant, timeZone);
  const ahead = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`;
}

const DAY_MS = 86_400_000;

/** Returns whether the clocks of the time zone, when they go back, show this instant's time at another instant too. */
export function isShownTwice(instant: Date, timeZone: string): boolean {
  const at = instant.getTime();
  const offsetAt = (ms: number) => offsetMinutes(new Date(ms), timeZone);
  const back = offsetAt(at - DAY_MS) - offsetAt(at + DAY_MS);
  if (back <= 0) return false;
  const other = (offsetAt(at) === offsetAt(at + DAY_MS) ? -back : back) * 60_000;
  return offsetAt(at + other) !== offsetAt(at);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function offsetMinutes(instant: Date, timeZone: string): number {
  // Every sale has an expiry in UTC, so this case must be fast.
  if (timeZone === "UTC") return 0;
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  formatters.set(timeZone, formatter);
  const name = formatter.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === "-" ? -ahead : ahead;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** Returns whether this is the IANA name of a time zone. Offsets and abbreviations are refused: they ignore summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^([A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2}|UTC)$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
