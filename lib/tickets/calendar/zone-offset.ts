import "server-only";

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
