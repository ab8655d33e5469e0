"use client";

import { useEffect, useState } from "react";
import { isTimeHere } from "./time-here.ts";

type Moment = {
  /** ISO 8601, best with the venue's offset. */
  readonly at: string;
  /** The language tag for dates, the same as on the server. */
  readonly language: string;
  /** The venue's time zone. */
  readonly timeZone: string;
};

export type OwnTimeProps = Moment & {
  /** "{when} your time" */
  readonly words: string;
};

const MOMENT = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/**
 * Returns the time in the reader's time zone, or "" while that is unknown or where it reads the same as the venue's.
 */
function useOwnTime({ at, language, timeZone }: Moment): string {
  const [own, setOwn] = useState("");

  useEffect(() => {
    if (isTimeHere(at)) return setOwn("");
    const read = (zone: object) => new Intl.DateTimeFormat(language, { ...MOMENT, ...zone }).format(new Date(at));
    const here = read({});
    setOwn(here === read({ timeZone }) ? "" : here);
  }, [at, language, timeZone]);

  return own;
}

/** The same time in the reader's time zone, for readers in another zone only. */
export function OwnTime({ words, ...moment }: OwnTimeProps) {
  const own = useOwnTime(moment);
  return own === "" ? null : <span className="figures text-sm text-ink-muted">{words.replace("{when}", own)}</span>;
}

/** "(Wellington time)" for readers in another zone, and without script, where the zone is unknown. */
export function PlaceTime({ text, ...moment }: Moment & { readonly text: string }) {
  const own = useOwnTime(moment);
  return (
    <>
      {own !== "" && <span className="text-sm text-ink-muted">{text}</span>}
      <noscript>{text}</noscript>
    </>
  );
}
