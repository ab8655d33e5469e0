"use client";

import { type ReactNode, startTransition, useState } from "react";
import { ReservationTimer, type TimerWords } from "#components/cart/reservation-timer.tsx";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, type ButtonKind } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type FormState, UNTOUCHED } from "#lib/forms/form-state.ts";

/** What became of a try to hold the same tickets again, line by line and in words. */
export type HeldAgain = FormState<object> & {
  readonly title?: string;
  readonly lines?: readonly string[];
  readonly held?: boolean;
  /** Nothing is held, and of some tickets nobody can say why: the same press may do later. */
  readonly unanswered?: true;
};

export type ClockWords = {
  readonly [Word in "soon" | "moreTime" | "asking" | "endedTitle" | "endedText" | "again" | "holding"]: string;
} & { readonly timer: TimerWords; readonly lost: ConnectionWords };

export type ReservationClockProps = {
  /** Absent when nothing is held any more. */
  readonly running?: {
    readonly count: number;
    readonly expiresAt: string;
    readonly secondsLeft: number;
    readonly timeZone: string;
    readonly placeTime: string;
  };
  /** Tells of tickets whose hold ended while the others stayed held. */
  readonly lapsed?: string;
  readonly locale: string;
  readonly words: ClockWords;
  readonly giveMoreTime: (previous: FormState<object>, form: FormData) => Promise<FormState<object>>;
  readonly reserveAgain: (previous: HeldAgain, form: FormData) => Promise<HeldAgain>;
  /** Where to choose something else when the same cannot be had. */
  readonly otherwise: ReactNode;
};

/** Until when the tickets are held, a way to more time, and what to do when it has run out. It stops nobody. */
export function ReservationClock(props: ReservationClockProps) {
  const { running, lapsed, locale, words, giveMoreTime, reserveAgain, otherwise } = props;
  const [ended, setEnded] = useState<string>();
  const [soonFor, setSoonFor] = useState<string>();
  const more = useSubmission(giveMoreTime, UNTOUCHED);
  const again = useSubmission<HeldAgain>(reserveAgain, UNTOUCHED);

  // A clock that was set forward ends too soon. Once the service has said that the tickets are held, it runs again.
  const drawn = `${running?.expiresAt} ${again.state.turn}`;
  const isEnded = running === undefined || ended === drawn;
  const isSoon = !isEnded && soonFor === running.expiresAt;
  const moreTold = isEnded || more.state.turn < again.state.turn ? undefined : more.state.message;
  const language = <input type="hidden" name="locale" value={locale} />;

  return (
    <div className="mb-6 flex flex-col gap-3 print-hidden">
      {!isEnded && (
        <ReservationTimer
          {...running}
          locale={locale}
          words={words.timer}
          onSoon={() => startTransition(() => setSoonFor(running.expiresAt))}
          onEnd={() => setEnded(drawn)}
        />
      )}

      {isSoon && (
        <form
          action={more.post}
          onSubmit={(event) => {
            event.preventDefault();
            more.send(new FormData(event.currentTarget));
          }}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-5 py-3"
        >
          {language}
          <p className="font-semibold">{words.soon}</p>
          <Button kind="secondary" pending={more.pending} pendingLabel={words.asking}>
            {words.moreTime}
          </Button>
        </form>
      )}
      <p role="status" className={moreTold === undefined ? "sr-only" : "px-5 text-sm text-ink-muted"}>
        {moreTold}
      </p>
      {!isEnded && (
        <noscript>
          <form action={more.post}>
            {language}
            <Button kind="quiet">{words.moreTime}</Button>
          </form>
        </noscript>
      )}

      {isEnded && (
        <FocusPanel tone="warn" turn={again.turn} className="flex flex-col gap-3">
          <h2 className="text-xl">{words.endedTitle}</h2>
          <p>{again.state.message ?? words.endedText}</p>
          {putBack("primary", otherwise)}
        </FocusPanel>
      )}

      {!isEnded && lapsed !== undefined && (
        <Panel tone="warn" className="flex flex-col items-start gap-3">
          <p className="font-semibold">{again.state.message ?? lapsed}</p>
          {putBack("secondary")}
        </Panel>
      )}

      {!isEnded && again.state.held === true && (
        <FocusPanel tone="ok" turn={again.turn} className="flex flex-col gap-2">
          <h2 className="text-lg">{again.state.title}</h2>
          <ul className="list-disc ps-6">
            {again.state.lines?.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </FocusPanel>
      )}

      <ConnectionProblem lost={more.lost ?? again.lost} turn={more.turn + again.turn} words={words.lost} />
    </div>
  );

  function putBack(kind: ButtonKind, beside?: ReactNode) {
    return (
      <form
        action={again.post}
        onSubmit={(event) => {
          event.preventDefault();
          again.send(new FormData(event.currentTarget));
        }}
        className="flex flex-wrap items-center gap-3"
      >
        {language}
        <Button kind={kind} pending={again.pending} pendingLabel={words.holding}>
          {words.again}
        </Button>
        {beside}
      </form>
    );
  }
}
