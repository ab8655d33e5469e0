import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { setTracing } from "#src/platform/domain/trace.ts";
import type { SteadyClock } from "#src/platform/runtime.ts";
import { installMessageQueue } from "./notifications/outside/message-queue.ts";
import { newReference, newVoucherCode } from "./payments/outside/new-codes.ts";
import { observedProcessor } from "./payments/outside/observed-processor.ts";
import { processorOverHttp } from "./payments/outside/processor-over-http.ts";
import type { PaymentRuntime } from "./payments/use-cases/payment-runtime.ts";
import type { Log } from "./platform/domain/log.ts";
import { fingerprinter, mailLinkKeys, newKey, saleKeys } from "./platform/outside/keys.ts";
import { measureLoopDelay } from "./platform/outside/loop-delay.ts";
import { openPool, openQueuePool, type Pool } from "./platform/store/db.ts";
import { migrate } from "./platform/store/migrate.ts";
import { openProbe } from "./platform/store/probe.ts";
import { assertSessionPooling } from "./platform/store/session-pooling.ts";
import type { Settings } from "./settings.ts";

type OpenRuntime = {
  readonly runtime: PaymentRuntime;
  readonly pool: Pool;
  readonly close: () => Promise<void>;
};

/** Returns the production dependencies: a migrated database, the processor over HTTP, random keys. */
export async function openRuntime(settings: Settings, log: Log): Promise<OpenRuntime> {
  const { isProduction, limits, processor, cards, mail } = settings;
  const note = (reason: string) => log("warn", "A migration waits, and is tried again.", { reason });
  const { db, close } = await openDatabase(settings.databaseUrl, note);
  const probe = openProbe(settings.databaseUrl);
  const runtime: PaymentRuntime = {
    db,
    newKey,
    newSaleKey: saleKeys(),
    newId: randomUUID,
    fingerprint: fingerprinter(processor.secret),
    mailLinkKey: mailLinkKeys(cards.key),
    cardFingerprint: fingerprinter(cards.key),
    testCards: cards.tests,
    steadyClock,
    loopDelayMs: measureLoopDelay(),
    log,
    whyNotReady: probe.whyNotReady,
    newVoucherCode,
    newReference,
    processor: observedProcessor(
      processorOverHttp({
        ...processor,
        limitMs: limits.processorMs,
        onFault: (call, cause, status) => log("warn", "The card processor did not answer.", { call, cause, status }),
      }),
    ),
    userChangeListeners: new Set(),
    mail: { isSent: mail.server !== undefined, rendererOrigins: mail.rendererOrigins },
    limits,
    isProduction,
  };
  return { runtime, pool: db, close: async () => void (await Promise.all([close(), probe.close()])) };
}

/**
 * Opens a pool on the database and migrates it. Closes the pool and throws when that fails. `note` is told whom a migration waits
 * for.
 */
export async function openDatabase(databaseUrl: string, note: (line: string) => void) {
  const [db, queue] = [openPool(databaseUrl), openQueuePool(databaseUrl)];
  try {
    await assertSessionPooling(db);
    const applied = await migrate(db, undefined, { note });
    await installMessageQueue(queue);
    return { db, applied, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  } finally {
    await queue.close();
  }
}

/** Starts sending spans when the settings name a collector; otherwise loads no tracing code. Returns a function that stops it. */
export async function startTracingIfAsked(program: string, { traceEndpoint }: Settings): Promise<() => Promise<void>> {
  if (traceEndpoint === undefined) return async () => {};
  const { startTracing } = await import("./platform/outside/open-telemetry.ts");
  const { tracing, stop } = startTracing(program, traceEndpoint);
  setTracing(tracing);
  return stop;
}

export const steadyClock: SteadyClock = {
  elapsedMs: () => performance.now(),
  pause: (ms) => setTimeout(ms),
};

/** Returns the reason of an error in one line. For an AggregateError it is the first error's. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const [line = ""] = first.message.split("\n");
  const code = "code" in first ? String(first.code) : "";
  return code === "" || line.includes(code) ? line : `${line} (${code})`;
}
