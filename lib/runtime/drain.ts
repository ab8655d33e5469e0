import { processWide } from "#lib/runtime/process-wide.ts";

// Process-wide, since `server.ts` sets it outside of Next's bundle.
const state = processWide("drain", () => ({ isDraining: false }));

/** What is still to be done before this process ends, each once. */
const lastWork = processWide("last work", () => new Set<() => Promise<void>>());

/** Calls a function once all requests were answered, before this process ends. */
export function beforeExit(work: () => Promise<void>): void {
  lastWork.add(work);
}

/** Does what `beforeExit` was told. What fails is lost with the process. */
export async function finishWork(): Promise<void> {
  await Promise.allSettled([...lastWork].map((work) => work()));
}

/** Settled once `instrumentation.ts` has done its work. */
export const registered = processWide("registered", () => Promise.withResolvers<void>());

/** Returns whether this process is about to stop: it still serves requests, but reports that it stops. */
export function isDraining(): boolean {
  return state.isDraining;
}

export function startDraining(): void {
  state.isDraining = true;
}
