import { randomUUID } from "node:crypto";
import { installMessageQueue } from "./notifications/outside/message-queue.ts";
import { newReference, newVoucherCode } from "./payments/outside/new-codes.ts";
import { observedProcessor } from "./payments/outside/observed-processor.ts";
import { processorOverHttp } from "./payments/outside/processor-over-http.ts";
import type { PaymentWorld } from "./payments/use-cases/payment-world.ts";
import type { Log } from "./platform/domain/log.ts";
import { fingerprinter } from "./platform/outside/fingerprint.ts";
import { newKey, saleKeys } from "./platform/outside/new-key.ts";
import { steadyClock } from "./platform/outside/steady-clock.ts";
import { openPool, type Pool } from "./platform/store/db.ts";
import { migrate } from "./platform/store/migrate.ts";
import type { Settings } from "./settings.ts";

export type OpenWorld = { readonly world: PaymentWorld; readonly pool: Pool; readonly close: () => Promise<void> };

/** Returns the production dependencies: a migrated database, the processor over HTTP, random keys. */
export async function openWorld(settings: Settings, log: Log): Promise<OpenWorld> {
  const { limits, processor, cards, mail } = settings;
  const { db, close } = await openDatabase(settings.databaseUrl);
  const world: PaymentWorld = {
    db,
    newKey,
    newSaleKey: saleKeys(),
    newId: randomUUID,
    fingerprint: fingerprinter(processor.secret),
    cardFingerprint: fingerprinter(cards.key),
    testCards: cards.tests,
    steadyClock,
    log,
    newVoucherCode,
    newReference,
    processor: observedProcessor(processorOverHttp({ ...processor, limitMs: limits.processorMs })),
    userChangeListeners: new Set(),
    mail: { isSent: mail.server !== undefined, rendererOrigins: mail.rendererOrigins },
    limits,
  };
  return { world, pool: db, close };
}

/** Opens a pool on the database and migrates it. Closes the pool and throws when that fails. */
export async function openDatabase(databaseUrl: string) {
  const db = openPool(databaseUrl);
  try {
    await migrate(db);
    await installMessageQueue(databaseUrl);
    return { db, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}
