const EVERY_MS = 50;
/** One or two long pauses, as of the garbage collector or the machine, are not a load. */
const DELAYS = 5;

/** Measures the process's event loop, and returns a function that returns the median of its last five delays, in ms. */
export function measureEventLoop(nowMs: () => number = () => performance.now()): () => number {
  let due = nowMs() + EVERY_MS;
  let delays: readonly number[] = new Array(DELAYS).fill(0);
  let medianMs = 0;
  setInterval(() => {
    delays = [...delays.slice(1), Math.max(0, nowMs() - due)];
    medianMs = delays.toSorted((one, other) => one - other)[(DELAYS - 1) / 2] ?? 0;
    due = nowMs() + EVERY_MS;
  }, EVERY_MS).unref();
  return () => medianMs;
}
