import "server-only";

import { processWide } from "#lib/runtime/process-wide.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

/** All visitors of one page share one request a second. */
const SHARED_MS = 1_000;

/** Far more events than are in demand at once. */
const SHARED_MAX = 500;

type Shared = { readonly at: number; readonly offering: Promise<Offering | undefined> };
const shared = processWide("availability", () => new Map<number, Shared>());

/** Returns the offering, at most one second old. Throws TicketingFault when the service is down. */
export function liveOffering(eventId: number, now: number = performance.now()): Promise<Offering | undefined> {
  const last = shared.get(eventId);
  if (last && now - last.at < SHARED_MS) return last.offering;
  const offering = getOffering(eventId);
  shared.delete(eventId);
  shared.set(eventId, { at: now, offering });
  const [oldest] = shared.keys();
  if (oldest !== undefined && shared.size > SHARED_MAX) shared.delete(oldest);
  return offering;
}

/** Discards the shared offering after a refusal, so that the next request reads the present one. */
export function forgetLiveOffering(eventId: number): void {
  shared.delete(eventId);
}
