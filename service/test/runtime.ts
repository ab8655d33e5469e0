import { randomUUID } from "node:crypto";
import { newReference, newVoucherCode } from "#src/payments/outside/new-codes.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import { fingerprinter, mailLinkKeys, newKey, saleKeys } from "#src/platform/outside/keys.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { fakeProcessor } from "./fakes.ts";

/** Returns a runtime with a real database and fakes for everything else. */
export function testRuntime(db: Db, changes: Partial<PaymentRuntime> = {}): PaymentRuntime {
  return {
    db,
    newKey,
    newSaleKey: saleKeys(),
    newId: randomUUID,
    fingerprint: fingerprinter("test"),
    mailLinkKey: mailLinkKeys("test cards"),
    cardFingerprint: fingerprinter("test cards"),
    testCards: new Set(["4111111111111111"]),
    log: () => {},
    whyNotReady: () => Promise.resolve(undefined),
    steadyClock: { elapsedMs: () => 0, pause: () => Promise.resolve() },
    loopDelayMs: () => 0,
    newVoucherCode,
    newReference,
    processor: fakeProcessor(),
    userChangeListeners: new Set(),
    mail: { isSent: true, rendererOrigins: new Set(["https://tickets.example"]) },
    limits: LIMITS,
    isProduction: false,
    ...changes,
  };
}
