import "server-only";

import { recordTime, recordTimeOrLocal, timeOf } from "#lib/security/records/revocation-times.ts";

/** What can be revoked before it expires. */
type Revocable = "checkout" | "promoter-session";

/**
 * Records for all storefronts and across restarts that this id is no longer valid; where the service does not answer, for this machine.
 * Throws when it could be recorded nowhere.
 */
export async function revoke(kind: Revocable, id: string): Promise<void> {
  if (!(await isRevoked(kind, id))) await recordTimeOrLocal(kind, [id], Date.now());
}

export async function isRevoked(kind: Revocable, id: string): Promise<boolean> {
  return (await timeOf(kind, id)) > 0;
}

/**
 * Revokes all links of these sales that were made before `nowMs`, and all that devices keep of them. Throws TicketingFault where the
 * service does not answer: then no link has ended, and the buyer is not left without one.
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

export function areLinksRevoked(saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  return isAnyAfter("links", saleKeys, madeAtMs);
}

/** Returns whether a device has lost access to one of these sales, which it got at `madeAtMs`. */
export async function areDevicesRevoked(saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  const found = await Promise.all([areLinksRevoked(saleKeys, madeAtMs), isAnyAfter("devices", saleKeys, madeAtMs)]);
  return found.includes(true);
}

async function isAnyAfter(kind: "links" | "devices", saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  const times = await Promise.all(saleKeys.map((key) => timeOf(kind, key)));
  return times.some((notBeforeMs) => madeAtMs < notBeforeMs);
}
