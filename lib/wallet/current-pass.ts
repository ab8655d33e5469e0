import "server-only";

import { createHash } from "node:crypto";
import { env } from "#lib/env.ts";
import { applePasses, type WalletFile } from "#lib/wallet/apple-pass.ts";
import type { AppleSigner } from "#lib/wallet/apple-signer.ts";
import { passesOfDevice, registerPass, registrationOf, unregisterPass } from "#lib/wallet/pass-devices.ts";
import { openPassToken, type PassTicket, sealPassToken } from "#lib/wallet/pass-token.ts";
import { type SoldTicket, serialOf, shopOfPasses, walletOrderOf, walletTicketOf } from "#lib/wallet/wallet-ticket.ts";
import { soldTicketOf } from "#lib/wallet/wallet-tickets.ts";

/** The phones ask for changes below this path, by Apple's "Adding a Web Service to Update Passes". */
const UPDATES_PATH = "/api/wallet/apple";

/** Returns the signed passes of some tickets, in one file. */
export async function passFile(
  tickets: readonly [SoldTicket, ...SoldTicket[]],
  { locale, isForGuest, endsAtMs }: Pick<PassTicket, "locale" | "isForGuest" | "endsAtMs">,
  signer: AppleSigner,
): Promise<WalletFile> {
  const shop = await shopOfPasses();
  const [first, ...others] = tickets;
  return applePasses([await passOf(first), ...(await Promise.all(others.map(passOf)))], signer);

  async function passOf(sold: SoldTicket) {
    const { sale, admission } = sold;
    const token = await sealPassToken({ saleKey: sale.key, admissionId: admission.id, locale, isForGuest, endsAtMs });
    return {
      ticket: walletTicketOf(sold, shop, locale, isForGuest),
      order: walletOrderOf(sold, shop, locale, isForGuest),
      updates: { url: `${env().FOYER_ORIGIN}${UPDATES_PATH}`, token },
    };
  }
}

/** Returns the ticket of a token, when it is that of the pass with this serial. */
export async function ticketOfPass(token: string, serial: string): Promise<PassTicket | undefined> {
  const ticket = await openPassToken(token);
  return ticket !== undefined && serialOf(ticket.saleKey, ticket.admissionId) === serial ? ticket : undefined;
}

/** Returns the present pass of a ticket, also of one that no longer admits; `undefined` when its sale is gone. */
export async function currentPass(ticket: PassTicket, signer: AppleSigner): Promise<WalletFile | undefined> {
  const sold = await soldTicketOf(ticket);
  return sold && passFile([sold], ticket, signer);
}

/** Returns a digest of what a pass shows. It is another one after a change. */
export async function passDigest(ticket: PassTicket): Promise<string | undefined> {
  const sold = await soldTicketOf(ticket);
  if (sold === undefined) return undefined;
  const { art: _, ...shown } = walletTicketOf(sold, await shopOfPasses(), ticket.locale, ticket.isForGuest);
  return createHash("sha256").update(JSON.stringify(shown)).digest("hex");
}

/** The passes that a phone should request again, and the tag for its next request. */
type UpdatedPasses = { readonly serialNumbers: readonly string[]; readonly lastUpdated: string };

/**
 * Returns the passes of a phone that changed after the tag of an earlier response; all of them without a tag. A change is found
 * by comparison with the service's present answer, so nothing has to report it.
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
