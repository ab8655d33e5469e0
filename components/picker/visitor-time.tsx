"use client";

import { useEffect, useState } from "react";
import { fill } from "#components/words.ts";
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
  const [own, setOwn] = useState<{ readonly when: string; readonly place: string }>();

  useEffect(() => {
    let left = false;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // Most visitors live by the venue's clock, and need no more of a script than this question.
    if (zone === timeZone) return setOwn(undefined);
    void import("./own-time.ts").then(({ ownTime }) => left || setOwn(ownTime(startsAt, locale, timeZone, zone)));
    return () => {
      left = true;
    };
  }, [startsAt, timeZone, locale]);

  return own === undefined ? null : <p className="figures text-sm text-ink-muted">{fill(words.yourTime, own)}</p>;
}
