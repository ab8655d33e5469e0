import { randomUUID } from "node:crypto";
import { fingerprinter } from "#src/outside/fingerprint.ts";
import { newKey } from "#src/outside/new-key.ts";
import type { Db } from "#src/store/db.ts";
import type { PaymentWorld } from "#src/use-cases/payment-world.ts";
import { LIMITS } from "#src/world.ts";
import { fakeProcessor } from "#test/fake-processor.ts";

/** A world with a database and nothing else that is real. */
export function testWorld(db: Db, changes: Partial<PaymentWorld> = {}): PaymentWorld {
  return {
    db,
    newKey,
    newId: randomUUID,
    fingerprint: fingerprinter("test"),
    cardFingerprint: fingerprinter("test cards"),
    testCards: new Set(["4111111111111111"]),
    steadyClock: { elapsedMs: () => 0, pause: () => Promise.resolve() },
    processor: fakeProcessor(),
    userChanges: new Set(),
    limits: LIMITS,
    ...changes,
  };
}
