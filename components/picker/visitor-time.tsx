"use client";

import { useEffect, useState } from "react";
import { dayText, placeOf, timeText } from "#components/date-text.ts";
import { dayAndTime, fill } from "#components/words.ts";
import type { PickerWords } from "./picker-words.ts";

export type VisitorTimeProps = {
  /** ISO 8601 */
  readonly startsAt: string;
  /** The venue's. */
  readonly timeZone: string;
  readonly locale: string;
  readonly words: PickerWords;
};

/** The visitor's own time, where it is another one than the venue's. Only the browser knows where it is. */
export function VisitorTime({ startsAt, timeZone, locale, words }: VisitorTimeProps) {
  const [zone, setZone] = useState(timeZone);

  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);

  const now = new Date();
  const textIn = (zone: string) =>
    dayAndTime(dayText(startsAt, locale, zone, now), timeText(startsAt, locale, zone), locale);
  const when = textIn(zone);
  if (zone === timeZone || when === textIn(timeZone)) return null;
  return (
    <p className="figures text-sm text-ink-muted">
      {fill(words.yourTime, { when, place: placeOf({ city: "", timeZone: zone }) })}
    </p>
  );
}
