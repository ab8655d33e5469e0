"use client";

import type { Messages } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { countDown, minutesAndSeconds } from "#components/cart/count-down.ts";
import { classNames } from "#components/ui/class-names.ts";
import { timeText } from "#lib/i18n/date-text.ts";
import { fill, plural } from "#lib/i18n/words.ts";

export type TimerWords = Messages["Common"]["timer"];

type ReservationTimerProps = {
  readonly count: number;
  /** ISO 8601, from the service. */
  readonly expiresAt: string;
  /**
   * Whole seconds until `expiresAt` when the server rendered the page, so that a wrong clock of the reader does not matter.
   */
  readonly secondsLeft: number;
  readonly locale: string;
  /** Until the script knows the reader's time zone, the time is shown in this one. */
  readonly timeZone: string;
  /** "(Wellington time)", for browsers without script. */
  readonly placeTime: string;
  readonly words: TimerWords;
  /** Called three minutes before the end. */
  readonly onSoon?: () => void;
  readonly onEnd?: () => void;
};

const SPOKEN_AT_SECONDS = [300, 120, 60, 30];
const SOON_SECONDS = 180;
const URGENT_SECONDS = 120;

/**
 * Shows the end of the reservation and a countdown, which decides nothing. A visually hidden status announces it four
 * times.
 */
export function ReservationTimer(props: ReservationTimerProps) {
  const { count, expiresAt, secondsLeft, locale, timeZone, placeTime, words, onSoon, onEnd } = props;
  const [left, setLeft] = useState(secondsLeft);
  const [spoken, setSpoken] = useState("");
  const [until, setUntil] = useState(() => timeText(expiresAt, locale, timeZone));
  const latest = useRef({ words, onSoon, onEnd });

  useEffect(() => {
    latest.current = { words, onSoon, onEnd };
  }, [words, onSoon, onEnd]);

  useEffect(() => {
    setUntil(timeText(expiresAt, locale));
    let before = secondsLeft;
    let soonWasCalled = false;
    return countDown(secondsLeft, (now) => {
      setLeft(now);
      const say = latest.current.words;
      const crossed = SPOKEN_AT_SECONDS.filter((mark) => now <= mark && mark < before).at(-1);
      if (crossed !== undefined)
        setSpoken(crossed < 60 ? fill(say.seconds, { count: crossed }) : plural(say.minutes, crossed / 60, locale));
      if (now <= SOON_SECONDS && now > 0 && !soonWasCalled) {
        soonWasCalled = true;
        latest.current.onSoon?.();
      }
      if (now === 0) setSpoken(say.expired);
      if (now === 0 && before > 0) latest.current.onEnd?.();
      before = now;
    });
  }, [expiresAt, secondsLeft, locale]);

  const urgent = left < URGENT_SECONDS;
  return (
    <div
      className={classNames(
        // High enough for two lines: a reader's own time may be longer, and nothing below may move.
        "flex min-h-13 items-center justify-between gap-4 rounded-lg px-5 py-1.5 text-sm leading-5 print-hidden",
        urgent
          ? "border border-warn bg-warn-soft text-warn"
          : "border border-transparent bg-accent-soft text-accent-on-soft",
      )}
    >
      <p className="font-semibold text-balance">
        <span>{left > 0 ? plural(words.reservedUntil, count, locale, { time: until }) : words.expired}</span>
        {/* In a noscript, since removing it during hydration would move the line. */}
        <noscript> {placeTime}</noscript>
      </p>
      <p role="timer" aria-label={words.left} className="figures text-lg font-semibold">
        {minutesAndSeconds(left)}
      </p>
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}
