import { setTimeout as pause } from "node:timers/promises";
import type { Serving } from "#e2e/system/production/system.ts";

/** `RestartSec` of the shipped units. */
const RESTART_MS = 1_000;

/** A program that is started again when it ends, as systemd does. */
export type Supervised = {
  readonly pid: () => number;
  /** Stops it, and starts it again by the function given here or before. Resolves once it is ready. */
  readonly restart: (start?: () => Promise<Serving>) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** Starts a program. The function resolves once the program is ready, and is called again a second after its end. */
export async function supervise(first: () => Promise<Serving>): Promise<Supervised> {
  let start = first;
  let running = await start();
  let isWanted = true;

  async function keep(): Promise<void> {
    for (;;) {
      const { ended } = running;
      await ended;
      if (!isWanted) return;
      await pause(RESTART_MS);
      // It may end again, as while the disk is full.
      for (let isUp = false; !isUp && isWanted; )
        isUp = await start().then(
          (serving) => {
            running = serving;
            return true;
          },
          () => pause(RESTART_MS, false),
        );
    }
  }
  let kept = keep();

  return {
    pid: () => running.child.pid ?? 0,
    async restart(next = start): Promise<void> {
      isWanted = false;
      await running.stop();
      await kept;
      start = next;
      running = await start();
      isWanted = true;
      kept = keep();
    },
    async end(): Promise<void> {
      isWanted = false;
      await running.stop();
      await kept;
    },
  };
}
