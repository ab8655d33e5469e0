import "server-only";

import { processWide } from "#lib/runtime/process-wide.ts";
import { type Call, requestWithHeaders, type WithHeaders } from "#lib/ticketing/client/request.ts";

/** How a service answers a call that it does not have. */
export const MISSING_STATUSES: readonly number[] = [404, 405, 501];

/** Long enough to spare a service calls that it does not have, short enough that a new version is noticed. */
export const MISSING_MS = 5 * 60_000;

const missingUntil = processWide("calls that the service does not have", () => new Map<string, number>());

/**
 * Sends a call that is an extension of the interface. Returns `undefined` where the service does not have it; then the
 * call is not sent again for five minutes. The path must not depend on a visitor's input, which could be missing too.
 */
export async function requestExtension<T>(call: Call<T>): Promise<WithHeaders<T> | undefined> {
  if (isKnownMissing(call.name)) return undefined;
  const answer = await requestWithHeaders({ ...call, missing: MISSING_STATUSES });
  if (answer === undefined) recordMissing(call.name);
  return answer;
}

/** Returns whether the service did not have the call within the last five minutes. */
export function isKnownMissing(name: string, now: number = performance.now()): boolean {
  return (missingUntil.get(name) ?? 0) > now;
}

export function recordMissing(name: string, now: number = performance.now()): void {
  missingUntil.set(name, now + MISSING_MS);
}
