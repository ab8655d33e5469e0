import "server-only";

import { processWide } from "#lib/runtime/process-wide.ts";

/** Longer than a reservation, so that the next press finds what the last one reserved. */
const KEPT_MS = 20 * 60_000;
/** Far more visits than begin to buy within that time. */
const KEPT_MAX = 50_000;

type Begun = { readonly cartId: string; readonly at: number };

const memory = processWide("carts of visits that begin to buy", () => ({
  byVisit: new Map<string, Begun>(),
  visits: new Map<string, string>(),
}));

/** Returns the Cart in which a visit (`visitId`) began to reserve, while its browser has not shown the purchase of it. */
export function begunCart(visit: string, now: number = performance.now()): string | undefined {
  const begun = memory.byVisit.get(visit);
  return begun !== undefined && now - begun.at < KEPT_MS ? begun.cartId : undefined;
}

export function rememberBegunCart(visit: string, cartId: string, now: number = performance.now()): void {
  const before = memory.byVisit.get(visit);
  if (before !== undefined) endBegunCart(before.cartId);
  memory.byVisit.set(visit, { cartId, at: now });
  memory.visits.set(cartId, visit);
  for (const begun of memory.byVisit.values()) {
    if (now - begun.at < KEPT_MS && memory.byVisit.size <= KEPT_MAX) break;
    endBegunCart(begun.cartId);
  }
}

/**
 * Forgets which visit began a Cart. From then on only its purchase leads to it: what tells a visit may have been planted, or be in
 * another browser too.
 */
export function endBegunCart(cartId: string): void {
  const visit = memory.visits.get(cartId);
  memory.visits.delete(cartId);
  if (visit !== undefined && memory.byVisit.get(visit)?.cartId === cartId) memory.byVisit.delete(visit);
}
