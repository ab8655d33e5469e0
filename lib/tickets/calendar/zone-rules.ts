import "server-only";

import { contentLine, utcValue } from "./content-line.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Zones that change their clocks do so within a year. */
const SEARCHED_DAYS = 400;

/** A change of a zone's clock. */
type Onset = { readonly atMs: number; readonly from: number; readonly to: number };

/**
 * Returns the VTIMEZONE of a zone, with the changes of the clock that are in force at these instants. The offsets are
 * the runtime's, as are those of the local times, so the file means the same instants to each reader.
 */
export function zoneRules(zone: string, instants: readonly number[]): readonly string[] {
  const onsets: Onset[] = [];
  for (const atMs of instants.toSorted((a, b) => b - a))
    if (onsets[0] === undefined || atMs < onsets[0].atMs) onsets.unshift(onsetBefore(atMs, zone));
  return ["BEGIN:VTIMEZONE", contentLine("TZID", zone), ...onsets.flatMap(observance), "END:VTIMEZONE"];
}

function observance({ atMs, from, to }: Onset): readonly string[] {
  const kind = to > from ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${kind}`,
    `DTSTART:${utcValue(wallTime(atMs, from)).slice(0, -1)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

/** Returns the last change of the clock at or before an instant; for a zone without changes, one to the same offset. */
function onsetBefore(instantMs: number, zone: string): Onset {
  const to = offsetAt(instantMs, zone);
  let atMs = Math.floor(instantMs / MINUTE_MS) * MINUTE_MS;
  for (const [stepMs, steps] of [
    [DAY_MS, SEARCHED_DAYS],
    [HOUR_MS, 24],
    [MINUTE_MS, 60],
  ] as const)
    for (let step = 0; step < steps && offsetAt(atMs - stepMs, zone) === to; step++) atMs -= stepMs;
  return { atMs, from: offsetAt(atMs - MINUTE_MS, zone), to };
}

/** Returns an offset such as `+1300` or `-0330`. */
function offsetText(minutes: number): string {
  const whole = Math.abs(minutes);
  const digits = Math.floor(whole / 60) * 100 + (whole % 60);
  return `${minutes < 0 ? "-" : "+"}${String(digits).padStart(4, "0")}`;
}

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
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(formatOf(zone).format(atMs)) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns an instant's local time as a Date whose UTC parts are those of the wall clock. */
export function wallTime(atMs: number, offsetMinutes: number): Date {
  return new Date(atMs + offsetMinutes * MINUTE_MS);
}

/** Returns whether the clock shows this instant's local time for the second time, after it was set back. */
export function isRepeated(atMs: number, zone: string): boolean {
  const offset = offsetAt(atMs, zone);
  const before = offsetAt(atMs - DAY_MS, zone);
  return before > offset && offsetAt(atMs - (before - offset) * MINUTE_MS, zone) === before;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, format);
  return format;
}
