import "server-only";

import { passesOfDevice, registerPass, registrationOf, unregisterPass } from "#lib/wallet/pass-devices.ts";
import { openPassToken } from "#lib/wallet/pass-token.ts";
import { passDigest } from "./current-pass.ts";

/** The passes that a phone should ask for again, and the tag of its next question. */
export type UpdatedPasses = { readonly serialNumbers: readonly string[]; readonly lastUpdated: string };

/**
 * Returns the passes of a phone that changed after the tag of an earlier answer; all of them without a tag. A change is
 * found by comparison with the service's present answer, so nothing has to report it.
 */
export async function updatedPasses(device: string, sinceMs: number, nowMs: number): Promise<UpdatedPasses> {
  const serials = await passesOfDevice(device);
  const changed = await Promise.all(serials.map((serial) => hasChanged(device, serial, sinceMs, nowMs)));
  return { serialNumbers: serials.filter((_, at) => changed[at]), lastUpdated: String(nowMs) };
}

async function hasChanged(device: string, serial: string, sinceMs: number, nowMs: number): Promise<boolean> {
  const known = await registrationOf(device, serial);
  const ticket = known && (await openPassToken(known.token));
  const digest = ticket && (await passDigest(ticket));
  if (known === undefined || digest === undefined) {
    // The order's links were revoked, or the sale is gone: the phone cannot get this pass again.
    await unregisterPass(device, serial);
    return false;
  }
  if (digest === known.digest) return known.changedAtMs > sinceMs;
  await registerPass(device, serial, { ...known, digest, changedAtMs: nowMs });
  return true;
}
