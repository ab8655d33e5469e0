"use client";

import { useEffect } from "react";

/** Nobody has to press the button; where no script runs, it is there. Whoever comes back to the page presses it. */
export function SendAtOnce({ formId }: { readonly formId: string }) {
  useEffect(() => {
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const form = document.getElementById(formId);
    if (entry?.type === "navigate" && form instanceof HTMLFormElement) form.requestSubmit();
  }, [formId]);
  return null;
}
