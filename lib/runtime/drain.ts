import { processWide } from "#lib/runtime/process-wide.ts";

// `server.ts` sets it outside of the bundle.
const state = processWide("drain", () => ({ isDraining: false }));

/** Settled once `instrumentation.ts` has done its work. */
export const registered = processWide("registered", () => Promise.withResolvers<void>());

/** Returns whether this process is about to stop: it still answers, but wants no new visitors. */
export function isDraining(): boolean {
  return state.isDraining;
}

export function startDraining(): void {
  state.isDraining = true;
}
