import { Socket } from "node:net";
import { killRunning } from "./run.ts";
import { print } from "./terminal.ts";

/** Ctrl-C reaches npm and the bootstrap as well, which pass it on: one request may arrive several times. */
const SAME_REQUEST_MS = 2_000;

/** The bootstrap holds the other end of this pipe, which closes when the bootstrap is killed. */
const BOOTSTRAP_PIPE = 3;

type Stop = () => void | Promise<void>;
export type Signals = ReturnType<typeof onSignal>;

/**
 * On Ctrl-C, a closed terminal, a kill or the end of the bootstrap: stops what was started, the last first, then exits.
 * A second request later kills everything at once.
 */
export function onSignal({ exitCode = 0 } = {}) {
  const started: { readonly stop: Stop; readonly kill: (() => void) | undefined }[] = [];
  let requestedAt = 0;

  async function stop(): Promise<void> {
    if (requestedAt > 0) {
      if (Date.now() - requestedAt > SAME_REQUEST_MS) for (const { kill } of started) kill?.();
      return;
    }
    requestedAt = Date.now();
    print("\nStopping …");
    killRunning();
    for (const { stop } of started.reverse()) await stop();
    print("Stopped.");
    process.exit(exitCode);
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  if (process.env.FOYER_BOOTSTRAP === String(process.ppid)) onEndOfBootstrap(stop);
  return {
    /** `stop` waits for a clean end, `kill` does not. */
    alsoStop: (stop: Stop, kill?: () => void): void => void started.push({ stop, kill }),
    /** Never settles while we stop: what fails then fails because we stop. */
    unlessStopping: (): Promise<void> => (requestedAt > 0 ? new Promise(() => {}) : Promise.resolve()),
  };
}

function onEndOfBootstrap(stop: Stop): void {
  const pipe = new Socket({ fd: BOOTSTRAP_PIPE, readable: true, writable: false });
  pipe.on("end", stop).on("error", stop).resume().unref();
}
