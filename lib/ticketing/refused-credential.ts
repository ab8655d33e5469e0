import "server-only";

import { log } from "#lib/log.ts";

/** Long enough not to storm the service, short enough that a mended password is noticed at once. */
export const PAUSE_MS = 10_000;

let refusedAt: number | undefined;

/**
 * While the shop's own credential is refused, one call in ten seconds may ask again. Answers whether this one may,
 * and counts it as having asked.
 */
export function mayAsk(now: number): boolean {
  if (refusedAt === undefined) return true;
  if (now - refusedAt < PAUSE_MS) return false;
  refusedAt = now;
  return true;
}

export function noteRefused(now: number): void {
  if (refusedAt === undefined || refusedAt !== now) log("alarm", "The service refuses the shop's credential.");
  refusedAt = now;
}

export function noteAccepted(): void {
  if (refusedAt !== undefined) log("info", "The service accepts the shop's credential again.");
  refusedAt = undefined;
}
