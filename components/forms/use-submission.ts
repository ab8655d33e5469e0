"use client";

import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import { useActionState, useRef, useState, useTransition } from "react";
import type { Challenge } from "#lib/domain/proof-of-work.ts";

/** Why no answer came. None of them is the fault of a field. */
export type Lost = "offline" | "no_answer" | "out_of_date";

export type Submission<State> = {
  readonly state: State;
  readonly lost: Lost | undefined;
  /** Grows with each answer and each loss, so that the same words are announced again. */
  readonly turn: number;
  readonly pending: boolean;
  /** For the form's `action`: what happens where no script runs. */
  readonly post: (form: FormData) => void;
  /** Sends by script. A second press while the first is under way does nothing. */
  readonly send: (form: FormData) => void;
};

export type Answered = { readonly turn: number; readonly challenge?: Challenge };

/**
 * One form, sent with or without a script. By script nothing that was typed is emptied, and a lost connection is said
 * beside the form, where a thrown fault would take the form away.
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

  return { state, lost: lost?.why, turn: state.turn + (lost?.times ?? 0), pending, post, send };
}

/** Where the shop asks for a proof of work, the form is sent once more with it: nobody has to do anything. */
async function provenIfAsked(challenge: Challenge | undefined, form: FormData): Promise<FormData | undefined> {
  if (challenge === undefined) return undefined;
  return (await import("#lib/forms/prove.ts")).withProof(challenge, form);
}

export function whyLost(fault: unknown): Lost {
  if (unstable_isUnrecognizedActionError(fault)) return "out_of_date";
  return navigator.onLine ? "no_answer" : "offline";
}
