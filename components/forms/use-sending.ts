"use client";

import { unstable_rethrow } from "next/navigation";
import { type SubmitEvent, useState, useTransition } from "react";
import { type Lost, whyLost } from "#components/forms/use-submission.ts";

type Sending = {
  readonly pending: boolean;
  readonly lost: Lost | undefined;
  /** For a form whose action redirects on success and returns nothing. */
  readonly send: (event: SubmitEvent<HTMLFormElement>) => void;
};

/**
 * Sends a form by script, and reports a lost connection or a failed service beside it: a thrown fault would replace the page
 * and lose what was typed. Without script the browser submits the form's own `action`.
 */
export function useSending(action: (form: FormData) => Promise<void>): Sending {
  const [lost, setLost] = useState<Lost>();
  const [pending, startTransition] = useTransition();

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second request would find nothing left to do, and its answer would replace the first.
    if (pending) return;
    const form = new FormData(event.currentTarget);
    startTransition(async () => {
      setLost(undefined);
      try {
        await action(form);
      } catch (fault) {
        unstable_rethrow(fault);
        startTransition(() => setLost(whyLost(fault)));
      }
    });
  }

  return { pending, lost, send };
}
