"use client";

import { useSyncExternalStore } from "react";

/** Returns false on the server, until hydration and without script, for elements that do nothing without one. */
export function useScriptRuns(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges() {
  return () => {};
}
