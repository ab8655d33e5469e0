"use client";

import { useEffect, useState } from "react";
import { dayText, timeText } from "#components/date-text.ts";
import { dayAndTime, fill } from "#components/words.ts";

export type OwnTimeProps = {
  /** ISO 8601. */
  readonly at: string;
  readonly locale: string;
  /** The venue's. */
  readonly timeZone: string;
  /** "{when} your time" */
  readonly words: string;
};

/** The same moment by the reader's own clock, where that is another. Only the browser knows it; its line is kept free. */
export function OwnTime({ at, locale, timeZone, words }: OwnTimeProps) {
  const [own, setOwn] = useState("");

  useEffect(() => {
    const now = new Date();
    const read = (zone?: string) => dayAndTime(dayText(at, locale, zone, now), timeText(at, locale, zone), locale);
    const here = read();
    if (here !== read(timeZone)) setOwn(fill(words, { when: here }));
  }, [at, locale, timeZone, words]);

  return <span className="figures block min-h-5.5 text-sm text-ink-muted">{own}</span>;
}
