import { randomUUID } from "node:crypto";
import { newReference, newVoucherCode } from "#src/payments/outside/new-codes.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import { fingerprinter, newKey, saleKeys } from "#src/platform/outside/keys.ts";
import type { Db } from "#src/platform/store/db.ts";
import { LIMITS } from "#src/platform/world.ts";
import { fakeProcessor } from "#test/fakes.ts";

/** Returns a world with a real database and fakes for everything else. */
export function testWorld(db: Db, changes: Partial<PaymentWorld> = {}): PaymentWorld {
  return {
    db,
    newKey,
    newSaleKey: saleKeys(),
    newId: randomUUID,
    fingerprint: fingerprinter("test"),
    cardFingerprint: fingerprinter("test cards"),
    testCards: new Set(["4111111111111111"]),
    log: () => {},
    steadyClock: { elapsedMs: () => 0, pause: () => Promise.resolve() },
    newVoucherCode,
    newReference,
    processor: fakeProcessor(),
    userChangeListeners: new Set(),
    mail: { isSent: true, rendererOrigins: new Set(["https://tickets.example"]) },
    limits: LIMITS,
    ...changes,
  };
}
