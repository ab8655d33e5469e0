"use client";

import { useEffect, useState } from "react";
import { countDown, minutesAndSeconds } from "#components/cart/count-down.ts";
import { fill } from "#lib/i18n/words.ts";

type StartCountdownProps = {
  readonly seconds: number;
  /** "The sale begins in {time}." */
  readonly text: string;
};

/** How long it is until a sale begins. It is not announced: a reader of the page finds it. Without script it would stand still. */
export function StartCountdown({ seconds, text }: StartCountdownProps) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => countDown(seconds, setLeft), [seconds]);
  return (
    <p role="timer" className="script-only figures text-xl font-semibold">
      {fill(text, { time: minutesAndSeconds(left) })}
    </p>
  );
}
