import { monitorEventLoopDelay } from "node:perf_hooks";

const SAMPLE_MS = 250;
/** How much of each sample counts, so that one long turn refuses nobody. */
const SAMPLE_WEIGHT = 0.4;
const NS_PER_MS = 1e6;

/** Measures from now on how late the event loop of this process is. Returns a function with the present delay in milliseconds. */
export function measureLoopDelay(): () => number {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let delayMs = 0;
  setInterval(() => {
    const sample = delays.count === 0 ? SAMPLE_MS : delays.mean / NS_PER_MS;
    delayMs += (sample - delayMs) * SAMPLE_WEIGHT;
    delays.reset();
  }, SAMPLE_MS).unref();
  return () => delayMs;
}
