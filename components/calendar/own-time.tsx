"use client";

import { type ReactNode, useEffect, useState } from "react";
import { dateOfParts } from "#lib/i18n/date-parts.ts";

type Moment = {
  /** ISO 8601, best with the venue's offset. */
  readonly at: string;
  /** The language tag for dates, the same as on the server. */
  readonly language: string;
  /** The venue's time zone. */
  readonly timeZone: string;
};

type OwnTimeProps = Moment & {
  /** "{when} your time" */
  readonly words: string;
};

const TIME = { hour: "numeric", minute: "2-digit" } as const;
const WEEKDAY = { weekday: "short" } as const;
const DAY = { ...WEEKDAY, day: "numeric", month: "short" } as const;

/**
 * Returns the time in the reader's time zone, with its day: `always`, or where that differs from the venue's. "" where both read the
 * same, `undefined` while that is unknown.
 */
function useOwnTime({ at, language, timeZone }: Moment, withDay: "always" | "if-other"): string | undefined {
  const [own, setOwn] = useState<string>();

  useEffect(() => {
    if (isTimeHere(at)) return setOwn("");
    const read = (options: Intl.DateTimeFormatOptions) =>
      dateOfParts(new Intl.DateTimeFormat(language, options).formatToParts(new Date(at)), language);
    const here = read({ ...DAY, ...TIME });
    if (here === read({ ...DAY, ...TIME, timeZone })) return setOwn("");
    if (withDay === "always") return setOwn(here);
    setOwn(read(read(DAY) === read({ ...DAY, timeZone }) ? TIME : { ...WEEKDAY, ...TIME }));
  }, [at, language, timeZone, withDay]);

  return own;
}

/** Until the reader's time is known, `Elsewhere` decides whether its space is reserved. */
const unlessKnown = (own: string | undefined) => (own === undefined ? "elsewhere-only" : "");

/** The same time in the reader's time zone, for readers in another zone only. */
export function OwnTime({ words, ...moment }: OwnTimeProps) {
  const own = useOwnTime(moment, "always");
  if (own === "") return null;
  return (
    <span className={`figures text-sm text-ink-muted ${unlessKnown(own)}`}>
      {own ? words.replace("{when}", own) : "\u00a0"}
    </span>
  );
}

type ZoneNoteProps = OwnTimeProps & {
  /** The time at the venue, where it does not stand before. */
  readonly time?: string;
  /** "in Wellington" */
  readonly inPlace: string;
};

/**
 * What a time at the venue needs for readers in another zone: "in Wellington (5:30 pm your time)". Without script the zone is
 * unknown, and the place alone is named.
 */
export function ZoneNote({ time, inPlace, words, ...moment }: ZoneNoteProps) {
  const own = useOwnTime(moment, "if-other");
  return (
    <>
      {own !== "" && (
        <span className={`figures text-ink-muted ${unlessKnown(own)}`}>
          <span>{`${time ?? ""} ${inPlace} `}</span>
          {/* As wide as any time in it, so that no line break moves when it appears. */}
          <span className="inline-block min-w-[min(12.5em,100%)]">{own ? words.replace("{when}", own) : "\u00a0"}</span>
        </span>
      )}
      <noscript> {inPlace}</noscript>
    </>
  );
}

type ZoneOfTimesProps = Moment & {
  /** "All times are Wellington time." */
  readonly children: ReactNode;
};

/** Names the zone of several times, for readers in another one. Without script the zone is unknown, and it is named too. */
export function ZoneOfTimes({ children, ...moment }: ZoneOfTimesProps) {
  const own = useOwnTime(moment, "if-other");
  if (own === "") return null;
  return <span className={`text-ink-muted ${unlessKnown(own)}`}>{children}</span>;
}

/** The UTC offset at the end of an ISO 8601 moment. */
const OFFSET = /[+-]\d\d:\d\d$/;

/**
 * Returns whether the reader's clock shows the date and time written in `at`, an ISO 8601 moment with its venue's offset; `false`
 * without an offset. Avoids `Intl`, whose first use takes as long as all other effects of an event page.
 */
function isTimeHere(at: string): boolean {
  // `Date.parse` reads a time without offset in the reader's time zone.
  const written = at.replace(OFFSET, "");
  return written !== at && Date.parse(written) === Date.parse(at);
}
