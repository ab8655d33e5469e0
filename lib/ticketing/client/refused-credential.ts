import "server-only";

import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";

/** Long enough not to flood the service, short enough that a corrected password works soon. */
const PAUSE_MS = 10_000;

const shop = processWide<{ refusedAt?: number }>("the shop's credential", () => ({}));

/**
 * Returns whether a call with the shop's credential may be sent. While the credential is refused, one call in ten
 * seconds may; the check counts as that call.
 */
export function mayCall(now: number): boolean {
  if (shop.refusedAt === undefined) return true;
  if (now - shop.refusedAt < PAUSE_MS) return false;
  shop.refusedAt = now;
  return true;
}

export function recordRefused(now: number): void {
  log("alarm", "The service refuses the shop's credential.");
  shop.refusedAt = now;
}

export function recordAccepted(): void {
  if (shop.refusedAt !== undefined) log("info", "The service accepts the shop's credential again.");
  delete shop.refusedAt;
}
