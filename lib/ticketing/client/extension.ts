import "server-only";

import { processWide } from "#lib/runtime/process-wide.ts";
import type { ShopCall } from "#lib/ticketing/client/calls.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { type Call, requestWithHeaders, send, type WithHeaders } from "#lib/ticketing/client/request.ts";
import { isNoSuchCall, refused } from "#lib/ticketing/wire/purchase/refusals.ts";

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
  const answer = await requestWithHeaders({ missing: MISSING_STATUSES, ...call });
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

type Write = {
  /** The call's name in faults. */
  readonly name: ShopCall;
  readonly method: "POST" | "PUT";
  readonly path: Path | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Sends a write that is an extension of the interface. Its path names a resource, so a 404 may also mean that the resource is
 * missing. Returns the body of the answer or of the refusal; `undefined` where the service does not have the call, which is
 * remembered for five minutes. Throws TicketingFault otherwise.
 */
export async function writeExtension({ name, method, path, headers }: Write, body: object): Promise<unknown> {
  if (path === undefined) return undefined;
  const answer = await send({ name, method, path, ...(headers && { headers }), body });
  const no = answer.status < 500 ? refused.safeParse(answer.body).data : undefined;
  const isMissing = answer.status === 404 && no !== undefined && isNoSuchCall(no);
  if (answer.status < 300 || (no && !isMissing)) return answer.body;
  if (!MISSING_STATUSES.includes(answer.status)) throw new TicketingFault(`${name} failed with ${answer.status}.`);
  recordMissing(name);
  return undefined;
}
