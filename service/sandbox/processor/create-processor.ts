import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { createApp } from "./http/app.ts";
import type { Runtime } from "./runtime.ts";
import { keyedFingerprints, openLedger } from "./store/ledger.ts";

export type ProcessorOptions = {
  readonly secret: string;
  /** The folder of the ledger, which is read at the next start. */
  readonly folder: string;
  /** Scales the delay of test cards: 0.1 is a tenth of it. */
  readonly timeScale?: number;
} & Partial<Pick<Runtime, "now" | "wait">>;

/** Returns the sandbox processor, ready to listen. Closing it closes its ledger. */
export function createProcessor({ secret, folder, timeScale = 1, now, wait }: ProcessorOptions): FastifyInstance {
  const ledger = openLedger(join(folder, "processor", "ledger.jsonl"));
  const app = createApp(
    {
      ledger,
      fingerprints: keyedFingerprints(secret),
      now: now ?? (() => new Date()),
      newId: randomUUID,
      wait: wait ?? ((milliseconds) => setTimeout(milliseconds * timeScale)),
      inFlight: new Set(),
      failures: new Map(),
    },
    secret,
  );
  app.addHook("onClose", () => ledger.close());
  return app;
}
