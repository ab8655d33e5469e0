import "server-only";

import type { Offering } from "#lib/domain/catalogue/offering.ts";
import { processWide } from "#lib/process-wide.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

/** A crowd on one page asks the service once a second, not once each. */
const SHARED_MS = 1_000;

/** Far more events than can be hot at once. */
const SHARED_MAX = 500;

type Shared = { readonly at: number; readonly offering: Promise<Offering | undefined> };
const shared = processWide("availability", () => new Map<number, Shared>());

/** What is left now, at most a second old. It throws when the service is down: then nobody knows. */
export function liveOffering(eventId: number, now: number = performance.now()): Promise<Offering | undefined> {
  const last = shared.get(eventId);
  if (last && now - last.at < SHARED_MS) return last.offering;
  const offering = getOffering(eventId);
  shared.delete(eventId);
  shared.set(eventId, { at: now, offering });
  for (const oldest of shared.keys()) {
    if (shared.size <= SHARED_MAX) break;
    shared.delete(oldest);
  }
  return offering;
}

/** Somebody was just refused what the last answer offered. The next one who asks is told what is so. */
export function forgetLiveOffering(eventId: number): void {
  shared.delete(eventId);
}
