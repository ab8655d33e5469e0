"use client";

import { useEffect, useState } from "react";
import { minutesText } from "#lib/i18n/date-text.ts";
import { fill, type Plural, plural } from "#lib/i18n/words.ts";
import type { ShownTurn } from "#lib/waiting-room/shown-turn.ts";

type LinePlaceProps = {
  readonly eventId: number;
  readonly locale: string;
  readonly shown: ShownTurn;
  readonly words: {
    readonly gathering: string;
    readonly inLine: string;
    readonly next: string;
    readonly ahead: Plural;
    readonly inside: string;
    readonly rest: string;
  };
};

/** Where the visitor is in line. Asks by itself, and is spoken when the place changes. Anything else that changes is a new page. */
export function LinePlace({ eventId, locale, shown, words }: LinePlaceProps) {
  const [turn, setTurn] = useState(shown);

  useEffect(() => {
    let isLeft = false;
    const timer = setTimeout(async () => {
      const next = await askAgain(eventId);
      if (isLeft) return;
      // The new page has other words and buttons, and its title tells the change.
      if (next !== undefined && (next.state !== turn.state || next.isSoldOut !== turn.isSoldOut))
        window.location.reload();
      // A lost connection changes no place: the next answer tells it.
      else setTurn(next ?? { ...turn });
    }, turn.askAgainSeconds * 1000);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [eventId, turn]);

  const { place } = turn;
  const heading = place === undefined ? undefined : fill(words.inLine, { place });
  useEffect(() => {
    const [before, ...brand] = document.title.split(" · ");
    if (heading !== undefined && heading !== before) document.title = [heading, ...brand].join(" · ");
  }, [heading]);

  return (
    <div role="status" className="flex flex-col gap-1">
      <h1 className="text-3xl">{heading ?? (turn.state === "inside" ? words.inside : words.gathering)}</h1>
      {place !== undefined && (
        <p className="text-lg">{place === 1 ? words.next : plural(words.ahead, place - 1, locale)}</p>
      )}
      {turn.minutes !== undefined && (
        <p className="text-lg">{fill(words.rest, { time: minutesText(turn.minutes, locale, "long") })}</p>
      )}
    </div>
  );
}

async function askAgain(eventId: number): Promise<ShownTurn | undefined> {
  try {
    const response = await fetch(`/api/line/${eventId}`, { cache: "no-store" });
    return response.ok ? ((await response.json()) as ShownTurn) : undefined;
  } catch {
    return undefined;
  }
}
