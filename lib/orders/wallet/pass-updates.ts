import "server-only";

import { appleSigner } from "#lib/documents/wallet/apple-signer.ts";
import { serialOf } from "#lib/documents/wallet/wallet-ticket-of.ts";
import { log } from "#lib/log.ts";
import { openPassToken } from "#lib/session/links/pass-token.ts";
import { passesOfDevice, pushTokensOf, registerPass, registrationOf, unregisterPass } from "#lib/state/pass-devices.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { passDigest } from "./current-pass.ts";
import { pushToPhones } from "./pass-push.ts";

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

/** Tells the phones with passes of these sales to ask for changes. It never throws: a phone also asks by itself. */
export async function tellPhones(saleKeys: readonly string[]): Promise<void> {
  try {
    const signer = await appleSigner();
    if (signer === undefined) return;
    const sales = await Promise.all(saleKeys.map(getSale));
    const serials = sales.flatMap((sale) => sale?.admissionIds.map((id) => serialOf(sale.key, id)) ?? []);
    const tokens = (await Promise.all(serials.map(pushTokensOf))).flat();
    if (tokens.length > 0) await pushToPhones([...new Set(tokens)], signer);
  } catch (fault) {
    log("warn", "Phones were not told about a changed pass.", { fault: String(fault) });
  }
}
