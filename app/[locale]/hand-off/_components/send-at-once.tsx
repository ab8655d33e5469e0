"use client";

import { useEffect } from "react";
import { type Challenge, PROOF } from "#lib/domain/proof-of-work.ts";
import { prove } from "#lib/forms/prove.ts";

type SendAtOnceProps = {
  readonly formId: string;
  /** Worked out first, into the form's own field. */
  readonly challenge: Challenge | undefined;
};

/** Nobody has to press the button; where no script runs, it is there. Whoever comes back to the page presses it. */
export function SendAtOnce({ formId, challenge }: SendAtOnceProps) {
  useEffect(() => {
    let isGone = false;
    async function send() {
      const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const form = document.getElementById(formId);
      if (!(form instanceof HTMLFormElement)) return;
      const proof = challenge && (await prove(challenge));
      const field = form.elements.namedItem(PROOF);
      if (proof !== undefined && field instanceof HTMLInputElement) field.value = proof;
      if (entry?.type === "navigate" && !isGone) form.requestSubmit();
    }
    void send();
    return () => {
      isGone = true;
    };
  }, [formId, challenge]);
  return null;
}
