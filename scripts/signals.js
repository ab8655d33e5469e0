import { killRunning } from "./run.js";
import { say } from "./say.js";

/** Ctrl-C reaches npm as well, which hands it on: the same wish may arrive twice. */
const SAME_WISH_MS = 2_000;

/**
 * Ctrl-C, a closed terminal or a kill: what was started stops, the last first, then we do. Asked again later, it
 * stops at once.
 */
export function onSignal({ exitCode = 0 } = {}) {
  const started = [];
  let askedAt = 0;

  async function stop() {
    if (askedAt > 0) {
      if (Date.now() - askedAt > SAME_WISH_MS) for (const { now } of started) now?.();
      return;
    }
    askedAt = Date.now();
    say("\nStopping …");
    killRunning();
    for (const { stop } of started.reverse()) await stop();
    say("Stopped.");
    process.exit(exitCode);
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  return {
    /** `stop` is the polite way, `now` the other. */
    alsoStop: (stop, now) => started.push({ stop, now }),
    /** What fails while we stop fails because we stop: it waits here for the end. */
    unlessStopping: () => (askedAt > 0 ? new Promise(() => {}) : Promise.resolve()),
  };
}
