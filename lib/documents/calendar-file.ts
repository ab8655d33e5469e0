import "server-only";

import ical, { ICalAlarmType } from "ical-generator";
import { plainLine } from "#lib/text/plain-line.ts";

/** One calendar entry. Times are ISO 8601 with an offset. */
export type CalendarEntry = {
  /** The same for the same event date, so that a second download replaces the first entry. */
  readonly uid: string;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt?: string;
  readonly place: string;
  readonly notes: readonly string[];
  /** Minutes before the start at which the calendar reminds; absent without a reminder. */
  readonly remindMinutesBefore?: number;
};

/** Returns an iCalendar file. Times are in UTC, so that readers need no time zone data. */
export function calendarFile(entries: readonly CalendarEntry[], madeAt: Date): string {
  const calendar = ical({ prodId: { company: "Foyer", product: "Tickets", language: "EN" } });
  for (const { uid, name, startsAt, endsAt, place, notes, remindMinutesBefore } of entries) {
    const entry = calendar.createEvent({
      id: uid,
      stamp: madeAt,
      start: new Date(startsAt),
      end: endsAt === undefined ? null : new Date(endsAt),
      summary: plainLine(name),
      location: plainLine(place),
      description: notes.map(plainLine).join("\n"),
    });
    if (remindMinutesBefore !== undefined)
      entry.createAlarm({ type: ICalAlarmType.display, trigger: remindMinutesBefore * 60 });
  }
  return calendar.toString();
}
