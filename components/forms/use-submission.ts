"use client";

import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import { useActionState, useRef, useState, useTransition } from "react";
import type { Challenge } from "#lib/security/proof/proof-of-work.ts";

/** Why a submit got no answer. */
export type Lost = "offline" | "no_answer" | "out_of_date";

export type Submission<State> = {
  readonly state: State;
  readonly lost: Lost | undefined;
  /** Increases with each answer and each failed request, so that the same message is announced again. */
  readonly announcement: number;
  readonly pending: boolean;
  /** For the form's `action`, which the browser submits without script. */
  readonly post: (form: FormData) => void;
  /** Sends by script. A second press while the first is under way does nothing. */
  readonly send: (form: FormData) => void;
};

type Answered = { readonly answeredAt: number; readonly challenge?: Challenge };

export type AnswerState = Answered & {
  readonly fieldErrors: Readonly<Partial<Record<string, string>>>;
  readonly message?: string;
};

/**
 * Sends a form with or without a script. A submit by script empties no input, and shows a lost connection beside the
 * form, since a thrown fault would replace the page.
 */
export function useSubmission<State extends Answered>(
  action: (previous: State, form: FormData) => Promise<State>,
  untouched: Awaited<State>,
): Submission<State> {
  const [posted, post] = useActionState(action, untouched);
  const [answer, setAnswer] = useState<State>();
  const [lost, setLost] = useState<{ readonly why: Lost; readonly times: number }>();
  const [pending, startTransition] = useTransition();
  const underWay = useRef(false);
  const state = answer ?? posted;

  function send(form: FormData) {
    if (underWay.current) return;
    underWay.current = true;
    startTransition(async () => {
      try {
        const first = await action(state, form);
        const proven = await provenIfAsked(first.challenge, form);
        const next = proven === undefined ? first : await action(state, proven);
        startTransition(() => {
          setAnswer(next);
          setLost(undefined);
        });
      } catch (fault) {
        unstable_rethrow(fault);
        startTransition(() => setLost((before) => ({ why: whyLost(fault), times: (before?.times ?? 0) + 1 })));
      }
      underWay.current = false;
    });
  }

  return { state, lost: lost?.why, announcement: state.answeredAt + (lost?.times ?? 0), pending, post, send };
}

/** Returns the form with the proof of work that the server requires, to be sent once more; `undefined` if it requires none. */
async function provenIfAsked(challenge: Challenge | undefined, form: FormData): Promise<FormData | undefined> {
  if (challenge === undefined) return undefined;
  return (await import("#lib/security/proof/prove.ts")).withProof(challenge, form);
}

export function whyLost(fault: unknown): Lost {
  if (unstable_isUnrecognizedActionError(fault)) return "out_of_date";
  return navigator.onLine ? "no_answer" : "offline";
}
