import { setTimeout } from "node:timers/promises";

/** Time that only goes forward, for pauses: it names no moment of the day. */
export type SteadyClock = { readonly elapsedMs: () => number; readonly pause: (ms: number) => Promise<void> };

export const steadyClock: SteadyClock = {
  elapsedMs: () => performance.now(),
  pause: (ms) => setTimeout(ms),
};
