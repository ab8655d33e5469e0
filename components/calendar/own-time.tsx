"use client";

import { useEffect, useState } from "react";

type Moment = {
  /** ISO 8601. */
  readonly at: string;
  /** How dates are written, as the server writes them. */
  readonly language: string;
  /** The venue's. */
  readonly timeZone: string;
};

export type OwnTimeProps = Moment & {
  /** "{when} your time" */
  readonly words: string;
};

const MOMENT = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/** Returns the moment by the reader's own clock, or "" while that is unknown and where it reads as the venue's does. */
function useOwnTime({ at, language, timeZone }: Moment): string {
  const [own, setOwn] = useState("");

  useEffect(() => {
    const read = (zone: object) => new Intl.DateTimeFormat(language, { ...MOMENT, ...zone }).format(new Date(at));
    const here = read({});
    setOwn(here === read({ timeZone }) ? "" : here);
  }, [at, language, timeZone]);

  return own;
}

/** The same moment by the reader's own clock, for readers in another zone only. */
export function OwnTime({ words, ...moment }: OwnTimeProps) {
  const own = useOwnTime(moment);
  return own === "" ? null : <span className="figures text-sm text-ink-muted">{words.replace("{when}", own)}</span>;
}

/** "(Wellington time)" for readers in another zone, and for browsers without script, whose zone nobody knows. */
export function PlaceTime({ text, ...moment }: Moment & { readonly text: string }) {
  const own = useOwnTime(moment);
  return (
    <>
      {own !== "" && <span className="text-sm text-ink-muted">{text}</span>}
      <noscript>{text}</noscript>
    </>
  );
}
