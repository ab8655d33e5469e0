"use client";

import { useEffect, useState } from "react";

export type OwnTimeProps = {
  /** ISO 8601. */
  readonly at: string;
  /** How dates are written, as the server writes them. */
  readonly language: string;
  /** The venue's. */
  readonly timeZone: string;
  /** "{when} your time" */
  readonly words: string;
};

const MOMENT = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/** The same moment by the reader's own clock, where that is another. Only the browser knows it, so it stands where nothing has to give way to it: at the end of a line. */
export function OwnTime({ at, language, timeZone, words }: OwnTimeProps) {
  const [own, setOwn] = useState("");

  useEffect(() => {
    const read = (zone: object) => new Intl.DateTimeFormat(language, { ...MOMENT, ...zone }).format(new Date(at));
    const here = read({});
    setOwn(here === read({ timeZone }) ? "" : words.replace("{when}", here));
  }, [at, language, timeZone, words]);

  return <span className="figures text-sm text-ink-muted">{own}</span>;
}
