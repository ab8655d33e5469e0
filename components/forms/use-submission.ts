"use client";

import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import { type SubmitEvent, useActionState, useRef, useState, useTransition } from "react";
import { busySeconds } from "#lib/security/busy-text.ts";
import type { Challenge } from "#lib/security/proof/proof-of-work.ts";

/** Why a submit got no answer. */
export type Lost = "offline" | "no_answer" | "out_of_date";

export type Busy = "waiting" | "given_up";

/** After so many refusals for load the visitor decides when to try again. */
const BUSY_TRIES_MAX = 4;
/** A form may be asked for the work of several steps, and for more where others were faster. */
const PROOFS_MAX = 3;
const MS = 1_000;

/** What a form shows of its last submit, and what its element needs. */
export type SentForm<Props = object> = {
  /** Spread on the form element. */
  readonly props: Props & {
    readonly action: (form: FormData) => void;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    readonly "aria-busy": boolean;
  };
  /** The errors of the last submit that are still open, by the ids of their inputs. */
  readonly openErrors: readonly { readonly field: string; readonly message: string }[];
  /** The server's message about the last submit that belongs to no field. */
  readonly message: string | undefined;
  /** Why the last submit got no answer. */
  readonly lost: Lost | undefined;
  /** Increases with each answer and each failed request, so that the same message is announced again. 0 before the first. */
  readonly announcement: number;
  readonly pending: boolean;
};

export type Submission<State extends AnswerState> = SentForm & {
  readonly state: State;
  /** The shop has no room for more buyers at the moment: the form is sent again by itself, or was too often. */
  readonly busy: Busy | undefined;
  /** For the form's `action`, which the browser submits without script. */
  readonly post: (form: FormData) => void;
  /** Sends by script. A second press while the first is under way does nothing. */
  readonly send: (form: FormData) => void;
};

export type AnswerState = {
  readonly answeredAt: number;
  readonly challenge?: Challenge;
  readonly fieldErrors: Readonly<Partial<Record<string, string>>>;
  readonly message?: string;
  /** What was sent, of the fields that may be shown again. */
  readonly values?: object;
};

/**
 * Sends a form in which nothing is typed, with or without a script; what is typed is checked first, by `useActionForm`. A submit by
 * script empties no input, and shows a lost connection beside the form, since a thrown fault would replace the page.
 */
export function useSubmission<State extends AnswerState>(
  action: (previous: State, form: FormData) => Promise<State>,
  untouched: Awaited<State>,
): Submission<State> {
  const [posted, post] = useActionState(action, untouched);
  const [answer, setAnswer] = useState<State>();
  const [lost, setLost] = useState<{ readonly why: Lost; readonly times: number }>();
  const [busy, setBusy] = useState<{ readonly what: Busy; readonly times: number }>();
  const [pending, startTransition] = useTransition();
  const underWay = useRef(false);
  const state = answer ?? posted;

  /** Not in a transition, which shows nothing before its end. */
  function say(what: Busy): void {
    setBusy((before) => ({ what, times: (before?.times ?? 0) + 1 }));
    setLost(undefined);
  }

  function send(form: FormData) {
    if (underWay.current) return;
    underWay.current = true;
    startTransition(async () => {
      try {
        let next = await whenThereIsRoom(() => action(state, form), say);
        for (let tries = 1; tries <= PROOFS_MAX; tries += 1) {
          const proven = await provenIfAsked(next.challenge, form);
          if (proven === undefined) break;
          next = await whenThereIsRoom(() => action(state, proven), say);
        }
        startTransition(() => {
          setAnswer(next);
          setLost(undefined);
          setBusy(undefined);
        });
      } catch (fault) {
        unstable_rethrow(fault);
        if (busySeconds(fault) !== undefined) say("given_up");
        else startTransition(() => setLost((before) => ({ why: whyLost(fault), times: (before?.times ?? 0) + 1 })));
      }
      underWay.current = false;
    });
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    send(new FormData(event.currentTarget, event.nativeEvent.submitter));
  }

  return {
    state,
    props: { action: post, onSubmit, "aria-busy": pending },
    openErrors: [],
    message: state.message,
    lost: lost?.why,
    busy: busy?.what,
    announcement: state.answeredAt + (lost?.times ?? 0) + (busy?.times ?? 0),
    pending,
    post,
    send,
  };
}

/** Sends a form again a few times while it is refused for load, each time after the wait that the server asks for. */
async function whenThereIsRoom<T>(call: () => Promise<T>, say: (what: Busy) => void): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (fault) {
      const seconds = busySeconds(fault);
      if (seconds === undefined || tries >= BUSY_TRIES_MAX) throw fault;
      say("waiting");
      await new Promise((resolve) => setTimeout(resolve, seconds * MS));
    }
  }
}

/** Returns the form with the proof of work that the server requires, to be sent again; `undefined` if it requires none. */
async function provenIfAsked(challenge: Challenge | undefined, form: FormData): Promise<FormData | undefined> {
  if (challenge === undefined) return undefined;
  return (await import("#lib/security/proof/prove.ts")).withProof(challenge, form);
}

export function whyLost(fault: unknown): Lost {
  if (unstable_isUnrecognizedActionError(fault)) return "out_of_date";
  return navigator.onLine ? "no_answer" : "offline";
}
