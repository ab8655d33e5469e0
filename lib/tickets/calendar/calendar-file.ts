import "server-only";

import { contentLine, textValue, utcValue } from "./content-line.ts";
import { isRepeated, isZone, offsetAt, wallTime, zoneRules } from "./zone-rules.ts";

/** One calendar entry. Times are ISO 8601 with an offset. */
export type CalendarEntry = {
  /** The same for the same event date, so that a later file replaces the first entry, also when the date moves. */
  readonly uid: string;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt?: string | undefined;
  /** IANA name; times are in UTC for any other text. */
  readonly timeZone: string;
  readonly place: string;
  readonly notes: readonly string[];
  /** The address of a page about it. */
  readonly url: string;
  /** Whose entry it is, for a calendar that is to change it. */
  readonly organiserEmail?: string | undefined;
  /** A calendar that has the entry strikes it out or removes it. */
  readonly isCancelled?: boolean;
  /** Minutes before the start at which the calendar reminds; absent without a reminder. */
  readonly remindMinutesBefore?: number;
};

/** How a mail's file is meant (RFC 5546): the present state, or that its entries are cancelled. */
export type CalendarMethod = "PUBLISH" | "CANCEL";

/** Seconds are counted from here, so that the number stays below the limit of 31 bits until 2088. */
const COUNTED_FROM_MS = Date.UTC(2020, 0, 1);

/**
 * Returns an iCalendar file. Times are local with the rules of their zone, so that a calendar shows the venue's time. A
 * file shows the present state, so a later file has a higher SEQUENCE and replaces what an earlier one said.
 */
export function calendarFile(entries: readonly CalendarEntry[], madeAt: Date, method?: CalendarMethod): string {
  return fileOf(entries, madeAt, method === undefined ? [] : [`METHOD:${method}`]);
}

/** Returns an iCalendar file to subscribe to: a calendar with a name, which reads it again each hour (RFC 7986). */
export function subscribedCalendar(name: string, entries: readonly CalendarEntry[], madeAt: Date): string {
  return fileOf(entries, madeAt, [
    "METHOD:PUBLISH",
    contentLine("NAME", textValue(name)),
    // What programs read that are older than RFC 7986.
    contentLine("X-WR-CALNAME", textValue(name)),
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
  ]);
}

function fileOf(entries: readonly CalendarEntry[], madeAt: Date, head: readonly string[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Tickets//EN",
    "CALSCALE:GREGORIAN",
    ...head,
    ...zonesOf(entries),
    ...entries.flatMap((entry) => eventLines(entry, madeAt)),
    "END:VCALENDAR",
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function zonesOf(entries: readonly CalendarEntry[]): readonly string[] {
  const local = entries.flatMap(({ startsAt, endsAt, timeZone }) =>
    [startsAt, endsAt].flatMap((at) => (at !== undefined && isLocal(at, timeZone) ? [{ at, timeZone }] : [])),
  );
  return [...Map.groupBy(local, ({ timeZone }) => timeZone)].flatMap(([zone, times]) =>
    zoneRules(
      zone,
      times.map(({ at }) => Date.parse(at)),
    ),
  );
}

function eventLines(entry: CalendarEntry, madeAt: Date): readonly string[] {
  const { uid, name, startsAt, endsAt, timeZone, place, notes, url, organiserEmail, isCancelled = false } = entry;
  // A cancellation comes after a file of the same second.
  const sequence = Math.max(0, Math.floor((madeAt.getTime() - COUNTED_FROM_MS) / 1000)) + (isCancelled ? 1 : 0);
  return [
    "BEGIN:VEVENT",
    contentLine("UID", textValue(uid)),
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utcValue(madeAt)}`,
    `LAST-MODIFIED:${utcValue(madeAt)}`,
    timeLine("DTSTART", startsAt, timeZone),
    ...(endsAt === undefined ? [] : [timeLine("DTEND", endsAt, timeZone)]),
    contentLine("SUMMARY", textValue(name)),
    contentLine("LOCATION", textValue(place)),
    contentLine("DESCRIPTION", textValue(...notes)),
    contentLine("URL", url),
    ...(organiserEmail === undefined ? [] : [contentLine("ORGANIZER", `mailto:${organiserEmail}`)]),
    `STATUS:${isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `TRANSP:${isCancelled ? "TRANSPARENT" : "OPAQUE"}`,
    ...reminder(entry),
    "END:VEVENT",
  ];
}

function reminder({ name, remindMinutesBefore, isCancelled }: CalendarEntry): readonly string[] {
  if (remindMinutesBefore === undefined || isCancelled) return [];
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `TRIGGER:-PT${remindMinutesBefore}M`,
    contentLine("DESCRIPTION", textValue(name)),
    "END:VALARM",
  ];
}

function timeLine(name: string, at: string, timeZone: string): string {
  const atMs = Date.parse(at);
  if (!isLocal(at, timeZone)) return `${name}:${utcValue(new Date(atMs))}`;
  const local = utcValue(wallTime(atMs, offsetAt(atMs, timeZone))).slice(0, -1);
  return contentLine(`${name};TZID=${timeZone}`, local);
}

/** Returns whether a local time names this instant: not in a zone without rules, nor in an hour that is repeated. */
function isLocal(at: string, timeZone: string): boolean {
  return isZone(timeZone) && !isRepeated(Date.parse(at), timeZone);
}

/** A place on Earth, in degrees. */
export type Coordinates = { readonly latitude: number; readonly longitude: number };

const DEGREES = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
/** The links of OpenStreetMap, Google Maps and Apple Maps that name a point. */
const POINTS = [
  new RegExp(`[?&]mlat=${DEGREES}&mlon=${DEGREES}`),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${DEGREES}/${DEGREES}`),
  new RegExp(`[?&](?:q|query|ll|center)=${DEGREES}(?:,|%2C)${DEGREES}`, "i"),
  new RegExp(`/@${DEGREES},${DEGREES}`),
];

/** Returns the point that a map's link names; `undefined` for any other link. */
export function coordinatesOf(mapUrl: string | undefined): Coordinates | undefined {
  for (const point of POINTS) {
    const [, latitude, longitude] = point.exec(mapUrl ?? "") ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    const found = { latitude: Number(latitude), longitude: Number(longitude) };
    if (Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180) return found;
  }
  return undefined;
}
