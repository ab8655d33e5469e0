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
 * By script a lost connection, or a service that is down, is said beside the form, where a thrown fault would take the
 * page away with all that was typed. Where no script runs the form's own `action` is sent.
 */
export function useSending(action: (form: FormData) => Promise<void>): Sending {
  const [lost, setLost] = useState<Lost>();
  const [pending, startTransition] = useTransition();

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second answer, that nothing was left to do, would take the place of the first.
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
