import { addDays, clockIn, type Day, dayIn } from "./day.ts";

/**
 * When a date takes place, in ISO 8601. The end is absent where the promoter set none. `timeZone` is set where it is shown in
 * another zone than the venue's.
 */
export type Span = {
  readonly startsAt: string;
  readonly endsAt?: string | undefined;
  readonly timeZone?: string | undefined;
};

/** A night ends at this time: up to then it belongs to the evening before. */
const NIGHT_ENDS = "06:00";

/** Returns the last day of a date in its venue's time zone. A night from ten until four has one day. */
export function lastDayOf(span: Span, venueZone: string): Day {
  const { startsAt, endsAt, timeZone = venueZone } = span;
  const first = dayIn(new Date(startsAt), timeZone);
  if (endsAt === undefined) return first;
  const day = dayIn(new Date(endsAt), timeZone);
  const last = clockIn(new Date(endsAt), timeZone) <= NIGHT_ENDS ? addDays(day, -1) : day;
  return last > first ? last : first;
}

/** Returns the first day of a date. */
export function firstDayOf(span: Span, venueZone: string): Day {
  return dayIn(new Date(span.startsAt), span.timeZone ?? venueZone);
}

/** A date without an end is over so long after its start. */
const ASSUMED_LENGTH_MS = 3 * 60 * 60 * 1000;

/** Returns whether a date has taken place. */
export function isOver({ startsAt, endsAt }: Span, nowMs: number): boolean {
  const end = endsAt === undefined ? Date.parse(startsAt) + ASSUMED_LENGTH_MS : Date.parse(endsAt);
  return end <= nowMs;
}

/** Returns whether the evening before is not over yet. */
export function isNight(now: Date, timeZone: string): boolean {
  return clockIn(now, timeZone) <= NIGHT_ENDS;
}

/** Returns whether a date has begun and is not over. */
export function isRunning({ startsAt, endsAt }: Span, now: Date): boolean {
  return Date.parse(startsAt) <= now.getTime() && endsAt !== undefined && Date.parse(endsAt) > now.getTime();
}
