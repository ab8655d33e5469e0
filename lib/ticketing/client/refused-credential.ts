import "server-only";

import { log } from "#lib/log.ts";
import { processWide } from "#lib/process-wide.ts";

/** Long enough not to storm the service, short enough that a mended password is noticed at once. */
export const PAUSE_MS = 10_000;

const shop = processWide<{ refusedAt?: number }>("the shop's credential", () => ({}));

/**
 * While the shop's own credential is refused, one call in ten seconds may ask again. Answers whether this one may,
 * and counts it as having asked.
 */
export function mayAsk(now: number): boolean {
  if (shop.refusedAt === undefined) return true;
  if (now - shop.refusedAt < PAUSE_MS) return false;
  shop.refusedAt = now;
  return true;
}

export function noteRefused(now: number): void {
  log("alarm", "The service refuses the shop's credential.");
  shop.refusedAt = now;
}

export function noteAccepted(): void {
  if (shop.refusedAt !== undefined) log("info", "The service accepts the shop's credential again.");
  delete shop.refusedAt;
}
