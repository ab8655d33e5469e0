import "server-only";

import { recordTime, recordTimeOrLocal, timeOf } from "#lib/security/records/revocation-times.ts";

/** What can be revoked before it expires. */
type Revocable = "checkout" | "promoter-session";

/**
 * Records for all storefronts and across restarts that this id is no longer valid; where the service does not answer, for this machine.
 * Throws when it could be recorded nowhere.
 */
export async function revoke(kind: Revocable, id: string): Promise<void> {
  if ((await timeOf(kind, id)).atMs === 0) await recordTimeOrLocal(kind, [id], Date.now());
}

/**
 * Returns whether it was revoked. Where the service does not answer, a checkout goes on with what this machine knows; a session may
 * have been signed out elsewhere, so it throws TicketingFault.
 */
export async function isRevoked(kind: Revocable, id: string): Promise<boolean> {
  const { atMs, fault } = await timeOf(kind, id);
  if (atMs === 0 && fault !== undefined && kind === "promoter-session") throw fault;
  return atMs > 0;
}

/**
 * Revokes all links of these sales that were made before `nowMs`, and all that devices keep of them. Throws TicketingFault where the
 * service does not answer. Then no link is known to have ended; the page of one that has offers to mail a new one.
 */
export function revokeLinks(saleKeys: readonly string[], nowMs: number): Promise<void> {
  return recordTime("links", saleKeys, nowMs);
}

/**
 * Revokes what the devices that paid these sales were given before `nowMs`. Links in mails keep working. Where the service does not answer,
 * it counts on this machine: who leaves a shared computer does not have to wait.
 */
export function revokeDevices(saleKeys: readonly string[], nowMs: number): Promise<void> {
  return recordTimeOrLocal("devices", saleKeys, nowMs);
}

/** Returns whether one of these links was revoked. Throws TicketingFault where only the service could know. */
export function areLinksRevoked(saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  return isAnyAfter(["links"], saleKeys, madeAtMs);
}

/**
 * Returns whether a device has lost access to one of these sales, which it got at `madeAtMs`. Throws TicketingFault where only the
 * service could know.
 */
export function areDevicesRevoked(saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  return isAnyAfter(["links", "devices"], saleKeys, madeAtMs);
}

/** Returns the same as far as this machine knows where the service does not answer. For what shows no ticket. */
export function areDevicesKnownRevoked(saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  return isAnyAfter(["links", "devices"], saleKeys, madeAtMs, false);
}

async function isAnyAfter(
  kinds: readonly ("links" | "devices")[],
  saleKeys: readonly string[],
  madeAtMs: number,
  throws = true,
): Promise<boolean> {
  const times = await Promise.all(kinds.flatMap((kind) => saleKeys.map((key) => timeOf(kind, key))));
  if (times.some(({ atMs }) => madeAtMs < atMs)) return true;
  const fault = times.find((time) => time.fault !== undefined)?.fault;
  if (throws && fault !== undefined) throw fault;
  return false;
}
