import { processWide } from "#lib/runtime/process-wide.ts";

// Process-wide, since `server.ts` sets it outside of Next's bundle.
const state = processWide("drain", () => ({ isDraining: false }));

/** Settled once `instrumentation.ts` has done its work. */
export const registered = processWide("registered", () => Promise.withResolvers<void>());

/** Returns whether this process is about to stop: it still serves requests, but reports that it stops. */
export function isDraining(): boolean {
  return state.isDraining;
}

export function startDraining(): void {
  state.isDraining = true;
}
