import "server-only";

import { contentLine, utcValue } from "./content-line.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Zones that change their clocks do so within a year. */
const SEARCHED_DAYS = 400;

/** A change of a zone's clock. */
type Onset = { readonly atMs: number; readonly from: number; readonly to: number; readonly isSummer: boolean };

/**
 * Returns the VTIMEZONE of a zone, with the changes of the clock that are in force at these instants. The offsets are
 * the runtime's, as are those of the local times, so the file means the same instants to each reader.
 */
export function zoneRules(zone: string, instants: readonly number[]): readonly string[] {
  const onsets = new Map(instants.map((atMs) => onsetBefore(atMs, zone)).map((onset) => [onset.atMs, onset]));
  return [
    "BEGIN:VTIMEZONE",
    contentLine("TZID", zone),
    ...[...onsets.values()].toSorted((a, b) => a.atMs - b.atMs).flatMap(observance),
    "END:VTIMEZONE",
  ];
}

function observance({ atMs, from, to, isSummer }: Onset): readonly string[] {
  const kind = isSummer ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${kind}`,
    `DTSTART:${utcValue(wallTime(atMs, from)).slice(0, -1)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

/** Returns the last change of the clock at or before an instant; for a zone without changes, one of 1970 to itself. */
function onsetBefore(atMs: number, zone: string): Onset {
  const to = offsetAt(atMs, zone);
  for (let late = atMs, days = 0; days < SEARCHED_DAYS; days++, late -= DAY_MS) {
    const from = offsetAt(late - DAY_MS, zone);
    if (from !== to) return { atMs: changeBetween(late - DAY_MS, late, zone), from, to, isSummer: to > from };
  }
  return { atMs: -to * 60_000, from: to, to, isSummer: false };
}

/** Returns the first instant with the later offset, to the second. */
function changeBetween(earlyMs: number, lateMs: number, zone: string): number {
  const later = offsetAt(lateMs, zone);
  let [early, late] = [Math.floor(earlyMs / 1000), Math.floor(lateMs / 1000)];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(middle * 1000, zone) === later) late = middle;
    else early = middle;
  }
  return late * 1000;
}

/** Returns an offset such as `+1300` or `-0330`. */
function offsetText(minutes: number): string {
  const whole = Math.abs(minutes);
  const digits = (part: number) => String(part).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${digits(Math.floor(whole / 60))}${digits(whole % 60)}`;
}

const MINUTE_MS = 60_000;

/** Formats are slow to make, and a file asks for many offsets of one zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns whether the runtime has data for an IANA time zone. */
export function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the zone's offset from UTC at an instant, in minutes: 780 for New Zealand's summer. */
export function offsetAt(atMs: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wholeSecondMs = Math.floor(atMs / 1000) * 1000;
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecondMs) / MINUTE_MS);
}

/** Returns an instant's local time as a Date whose UTC parts are those of the wall clock. */
export function wallTime(atMs: number, offsetMinutes: number): Date {
  return new Date(atMs + offsetMinutes * MINUTE_MS);
}

/** Returns whether the clock shows this instant's local time for the second time, after it was set back. */
export function isRepeated(atMs: number, zone: string): boolean {
  const offset = offsetAt(atMs, zone);
  const before = offsetAt(atMs - 24 * 60 * MINUTE_MS, zone);
  return before > offset && offsetAt(atMs - (before - offset) * MINUTE_MS, zone) === before;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const numeric = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
  const made = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", { ...numeric, ...time, timeZone: zone });
  formats.set(zone, made);
  return made;
}
