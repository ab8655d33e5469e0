"use client";

import { useSyncExternalStore } from "react";

/** False on the server and wherever no script runs; for what would do nothing without one. */
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
