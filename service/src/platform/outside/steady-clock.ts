import { setTimeout } from "node:timers/promises";

/** A monotonic clock for pauses and timeouts, in milliseconds. */
export type SteadyClock = { readonly elapsedMs: () => number; readonly pause: (ms: number) => Promise<void> };

export const steadyClock: SteadyClock = {
  elapsedMs: () => performance.now(),
  pause: (ms) => setTimeout(ms),
};
