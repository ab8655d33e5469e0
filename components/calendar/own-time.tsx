"use client";

import { useEffect, useState } from "react";

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

const MOMENT = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/**
 * Returns the time in the reader's time zone; "" where it reads the same as the venue's, `undefined` while that is unknown.
 */
function useOwnTime({ at, language, timeZone }: Moment): string | undefined {
  const [own, setOwn] = useState<string>();

  useEffect(() => {
    if (isTimeHere(at)) return setOwn("");
    const read = (zone: object) => new Intl.DateTimeFormat(language, { ...MOMENT, ...zone }).format(new Date(at));
    const here = read({});
    setOwn(here === read({ timeZone }) ? "" : here);
  }, [at, language, timeZone]);

  return own;
}

/** Returns the classes of a time. Until the reader's time is known, `Elsewhere` decides whether its space is reserved. */
function timeClass(own: string | undefined): string {
  return `figures text-sm text-ink-muted${own === undefined ? " elsewhere-only" : ""}`;
}

/** The same time in the reader's time zone, for readers in another zone only. */
export function OwnTime({ words, ...moment }: OwnTimeProps) {
  const own = useOwnTime(moment);
  return own === "" ? null : <span className={timeClass(own)}>{own ? words.replace("{when}", own) : "\u00a0"}</span>;
}

/** "(Wellington time)" for readers in another zone, and without script, where the zone is unknown. */
export function PlaceTime({ text, ...moment }: Moment & { readonly text: string }) {
  const own = useOwnTime(moment);
  return (
    <>
      {own !== "" && <span className={timeClass(own)}>{text}</span>}
      <noscript>{text}</noscript>
    </>
  );
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
