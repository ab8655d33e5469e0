/** Returns "14:05". */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Counts down by the monotonic clock. That clock may stop while a machine sleeps, so on return the larger elapsed time
 * of both clocks counts. Returns a function that stops it.
 */
export function countDown(seconds: number, onTick: (left: number) => void): () => void {
  const startedAt = performance.now();
  const startedOn = Date.now();
  let asleepMs = 0;
  let next: ReturnType<typeof setTimeout>;

  function tick() {
    clearTimeout(next);
    const leftMs = Math.max(0, seconds * 1000 - (performance.now() - startedAt) - asleepMs);
    onTick(Math.ceil(leftMs / 1000));
    if (leftMs > 0) next = setTimeout(tick, leftMs % 1000 || 1000);
  }

  function wake() {
    const missedMs = Date.now() - startedOn - (performance.now() - startedAt);
    asleepMs = Math.max(asleepMs, missedMs > 2000 ? missedMs : 0);
    tick();
  }

  tick();
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  return () => {
    clearTimeout(next);
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("pageshow", wake);
  };
}
