import { explain } from "./fault.ts";
import { killRunning, stopRunning } from "./run.ts";
import { print } from "./terminal.ts";

/** Signals within this time are one request: npm and the bootstrap receive Ctrl-C too and pass it on. */
const SAME_REQUEST_MS = 2_000;
const INTERRUPTED = 130;

type Stop = () => void | Promise<void>;
export type Signals = ReturnType<typeof onSignal>;

/**
 * Handles Ctrl-C, a closed terminal and SIGTERM: stops what was started in reverse order, then exits. A second request kills
 * everything at once.
 */
export function onSignal({ exitCode = 0 } = {}) {
  const started: { readonly stop: Stop; readonly kill: (() => void) | undefined }[] = [];
  let requestedAt = 0;

  async function stop(): Promise<void> {
    if (requestedAt > 0) {
      if (Date.now() - requestedAt <= SAME_REQUEST_MS) return;
      killRunning();
      for (const { kill } of started) kill?.();
      return;
    }
    requestedAt = Date.now();
    print("\nStopping …");
    await stopRunning();
    for (const { stop } of started.reverse()) await stop();
    print("Stopped.");
    process.exit(exitCode);
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  return {
    /** Registers a function that stops cleanly, and one that kills. */
    alsoStop: (stop: Stop, kill?: () => void): void => void started.push({ stop, kill }),
    /** Never resolves during a stop, so that failures caused by the stop are not reported. */
    unlessStopping: (): Promise<void> => (requestedAt > 0 ? new Promise(() => {}) : Promise.resolve()),
  };
}

/** Runs a command, prints why it failed, and exits with its code. `lastLine` is printed after a failure. */
export async function runCommand(command: (signals: Signals) => Promise<number>, lastLine?: string): Promise<never> {
  const signals = onSignal({ exitCode: INTERRUPTED });
  try {
    const exitCode = await command(signals);
    await signals.unlessStopping();
    process.exit(exitCode);
  } catch (error) {
    await signals.unlessStopping();
    const exitCode = explain(error);
    if (lastLine !== undefined) print(lastLine);
    process.exit(exitCode);
  }
}
