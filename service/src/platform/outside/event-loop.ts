const EVERY_MS = 50;
/** How much the last delay counts: one long pause, as of the garbage collector, is not a load. */
const LAST_WEIGHT = 0.2;

/** Measures the process's event loop, and returns a function that returns its usual delay of the last moments, in ms. */
export function measureEventLoop(nowMs: () => number = () => performance.now()): () => number {
  let due = nowMs() + EVERY_MS;
  let usualMs = 0;
  const withNow = () => usualMs + (Math.max(0, nowMs() - due) - usualMs) * LAST_WEIGHT;
  setInterval(() => {
    usualMs = withNow();
    due = nowMs() + EVERY_MS;
  }, EVERY_MS).unref();
  // A turn that still lasts has a delay too.
  return () => Math.max(usualMs, withNow());
}
