"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import { minutesText, timeText } from "#lib/i18n/date-text.ts";
import { fill, type Plural, plural } from "#lib/i18n/words.ts";
import type { ShownTurn } from "#lib/waiting-room/shown-turn.ts";
import { StartCountdown } from "./start-countdown.tsx";

type LinePlaceProps = {
  readonly eventId: number;
  readonly locale: string;
  readonly shown: ShownTurn;
  /** When the sale begins. */
  readonly begins: ReactNode;
  readonly words: {
    readonly gathering: string;
    readonly drawn: string;
    readonly inLine: string;
    readonly next: string;
    readonly ahead: Plural;
    readonly passed: string;
    readonly inside: string;
    readonly rest: string;
    readonly until: string;
    readonly soldOut: string;
    readonly startsIn: string;
    readonly waiting: Plural;
    readonly onlyYou: string;
  };
  readonly soldOutTitle: string;
  /** The document's title around `{title}`. */
  readonly titleTemplate: string;
};

/** The longest pause after a lost answer, a fifth more or less: others have lost theirs at the same moment. */
const LOST_SECONDS_MAX = 60;

/** These are shown in place: at the start of a sale all pages change at once. Any other state has other words and buttons. */
const WAITING = ["gathering", "waiting"];

/** Where the visitor is in line. Asks by itself, and is spoken when it changes. A visitor whose turn comes or ends gets a new page. */
export function LinePlace({ eventId, locale, shown, begins, words, soldOutTitle, titleTemplate }: LinePlaceProps) {
  const [turn, setTurn] = useState(shown);
  const isLive = useScriptRuns();

  useEffect(() => {
    let isLeft = false;
    const timer = setTimeout(async () => {
      const next = await askAgain(eventId);
      if (isLeft) return;
      // A lost connection changes no place: the next answer tells it. A service in trouble is asked less and less often.
      if (next === undefined)
        setTurn({
          ...turn,
          askAgainSeconds: Math.min(LOST_SECONDS_MAX, turn.askAgainSeconds * 2) * (0.8 + 0.4 * Math.random()),
        });
      else if (next.state === turn.state || WAITING.includes(next.state)) setTurn(next);
      else window.location.reload();
    }, turn.askAgainSeconds * 1000);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [eventId, turn]);

  const { place, waiting, secondsToStart } = turn;
  const unplaced = turn.state === "inside" ? words.inside : words.gathering;
  const heading = place === undefined ? unplaced : fill(words.inLine, { place });

  return (
    <>
      {/* The title tells the place also in a tab that is not looked at. */}
      <title>{fill(titleTemplate, { title: heading })}</title>
      <div role="status" className="flex flex-col gap-5">
        <div className="flex flex-col gap-1">
          <h1 className="text-3xl">{heading}</h1>
          {place !== undefined && (
            <p className="text-lg">{place === 1 ? words.next : plural(words.ahead, place - 1, locale)}</p>
          )}
          {turn.isPassed && <p>{words.passed}</p>}
          {turn.minutes !== undefined && turn.until !== undefined && (
            <p className="figures text-lg">
              {/* Only the script knows the reader's time zone; the minutes would age. */}
              {isLive
                ? fill(words.until, { time: timeText(turn.until, locale) })
                : fill(words.rest, { time: minutesText(turn.minutes, locale, "long") })}
            </p>
          )}
        </div>
        {turn.isSoldOut && (
          <div className="flex flex-col gap-1">
            <p className="font-semibold">{soldOutTitle}</p>
            <p>{words.soldOut}</p>
          </div>
        )}
      </div>
      {/* These change all the time, and would be announced as often. */}
      {turn.state === "gathering" && (
        <div className="flex flex-col gap-1">
          {secondsToStart !== undefined && <StartCountdown seconds={secondsToStart} text={words.startsIn} />}
          {begins}
        </div>
      )}
      {waiting !== undefined && (
        <p className="figures">{waiting === 1 ? words.onlyYou : plural(words.waiting, waiting, locale)}</p>
      )}
      {turn.state === "gathering" && <p className="text-pretty">{words.drawn}</p>}
    </>
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
