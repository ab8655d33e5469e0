import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { createApp } from "./http/app.ts";
import { keyedFingerprints } from "./store/fingerprints.ts";
import { openLedger } from "./store/ledger.ts";
import type { World } from "./world.ts";

export type ProcessorOptions = {
  readonly secret: string;
  /** The ledger is kept in here, and read back at the next start. */
  readonly folder: string;
  /** Below 1, every test card takes that much less time. */
  readonly timeScale?: number;
} & Partial<Pick<World, "now" | "wait">>;

/** The sandbox processor, ready to listen. Closing it closes its ledger. */
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
