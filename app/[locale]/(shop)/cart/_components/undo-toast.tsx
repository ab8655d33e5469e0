"use client";

import { Undo2 } from "lucide";
import { useEffect, useRef, useState } from "react";
import type { ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { NoticeLines } from "#components/ui/notice-lines.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type UndoToastProps = {
  /** Absent where nothing was just removed. */
  readonly offer?: {
    readonly id: string;
    /** What was removed, and the total that Undo brings, where it is known. */
    readonly lines: readonly string[];
    readonly secondsLeft: number;
    /** The total that the lines name, in minor units. */
    readonly said: number;
  };
  readonly action: (previous: ReserveAgainState, form: FormData) => Promise<ReserveAgainState>;
  readonly locale: string;
  readonly words: { readonly undo: string; readonly undoing: string; readonly lost: ConnectionWords };
};

/**
 * Names what was removed, with Undo for ten seconds, longer while its button has focus. Afterwards it shows the result.
 */
export function UndoToast({ offer, action, locale, words }: UndoToastProps) {
  const submission = useSubmission<ReserveAgainState>(action, UNTOUCHED);
  const { state, lost, announcement, pending } = submission;
  const [isOver, setIsOver] = useState<string>();
  const [hasFocus, setHasFocus] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = offer?.id;
  const isShown = offer !== undefined && isOver !== id && !pending;

  useEffect(() => {
    if (id !== undefined) box.current?.focus();
  }, [id]);

  useEffect(() => {
    if (offer === undefined || hasFocus) return;
    const timer = setTimeout(() => setIsOver(offer.id), offer.secondsLeft * 1000);
    return () => clearTimeout(timer);
  }, [offer, hasFocus]);

  return (
    <>
      <ConnectionProblem lost={lost} announcement={announcement} words={words.lost} />
      {state.answeredAt > 0 && (state.message ?? state.title) !== undefined && (
        <FocusPanel
          tone={state.isReserved ? "ok" : "warn"}
          announcement={state.answeredAt}
          role="status"
          className="mb-6"
        >
          <p className="font-semibold">{state.message ?? state.title}</p>
          <NoticeLines lines={state.lines ?? []} />
        </FocusPanel>
      )}
      {(isShown || (pending && offer !== undefined)) && (
        <div
          ref={box}
          tabIndex={-1}
          role="status"
          className="fixed inset-x-3 bottom-3 z-40 mx-auto flex max-w-md items-center justify-between gap-4 rounded-lg bg-ink py-2 ps-4 pe-2 text-canvas shadow-bar max-lg:in-[body:has([data-bar=cart])]:bottom-24 print-hidden"
        >
          <div className="text-sm">
            {/* The notice above says a newer total. */}
            {(state.said === undefined ? offer.lines : offer.lines.slice(0, 1)).map((line, at) => (
              <p key={line} className={at === 0 ? "font-semibold" : "figures"}>
                {line}
              </p>
            ))}
          </div>
          <form {...submission.props}>
            <Hidden fields={{ locale, said: state.said ?? offer.said }} />
            <button
              type="submit"
              onFocus={() => setHasFocus(true)}
              onBlur={() => setHasFocus(false)}
              {...(pending && { "aria-disabled": true })}
              className="tap inline-flex items-center gap-2 rounded-md bg-canvas/15 px-4 font-semibold"
            >
              <Icon of={Undo2} className="size-5 rtl:[scale:-1_1]" />
              <span>{pending ? words.undoing : words.undo}</span>
            </button>
          </form>
        </div>
      )}
    </>
  );
}
