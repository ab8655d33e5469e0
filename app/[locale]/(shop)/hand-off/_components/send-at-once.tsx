"use client";

import { useEffect } from "react";
import { type Challenge, PROOF } from "#lib/security/proof/proof-of-work.ts";
import { prove } from "#lib/security/proof/prove.ts";

type SendAtOnceProps = {
  readonly formId: string;
  /** Solved first, into the form's own field. */
  readonly challenge: Challenge | undefined;
};

/** Submits the form at once where script runs; without script there is a button. After Back the visitor presses it. */
export function SendAtOnce({ formId, challenge }: SendAtOnceProps) {
  useEffect(() => {
    let isUnmounted = false;
    async function send() {
      const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const form = document.getElementById(formId);
      if (!(form instanceof HTMLFormElement)) return;
      const proof = challenge && (await prove(challenge));
      const field = form.elements.namedItem(PROOF);
      if (proof !== undefined && field instanceof HTMLInputElement) field.value = proof;
      if (entry?.type === "navigate" && !isUnmounted) form.requestSubmit();
    }
    void send();
    return () => {
      isUnmounted = true;
    };
  }, [formId, challenge]);
  return null;
}
