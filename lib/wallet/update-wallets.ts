import "server-only";

import { localeFrom } from "#lib/i18n/locale-of.ts";
import { log } from "#lib/telemetry/log.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { appleSigner } from "#lib/wallet/apple-signer.ts";
import { googleIssuer } from "#lib/wallet/google-tickets.ts";
import { pushTokensOf } from "#lib/wallet/pass-devices.ts";
import { serialOf } from "#lib/wallet/wallet-ticket-of.ts";
import { type GoogleAddresses, openGoogle } from "./google-client.ts";
import { updateGoogleTickets } from "./google-updates.ts";
import { pushToPhones } from "./pass-push.ts";

/** Google's copy of a ticket changes only when it is told to, so a failed update is tried again after these times. */
const GOOGLE_RETRIES_MS = [5_000, 60_000, 600_000];

/** Updates the passes of these sales in the wallets that are configured. It never throws, so callers need not wait. */
export async function updateWallets(
  saleKeys: readonly string[],
  language: string,
  google: { readonly addresses?: GoogleAddresses; readonly retriesMs?: readonly number[] } = {},
): Promise<void> {
  const { addresses, retriesMs = GOOGLE_RETRIES_MS } = google;
  await Promise.all([tellPhones(saleKeys), tellGoogle(saleKeys, localeFrom(language), addresses, retriesMs)]);
}

/** Tells the phones with passes of these sales to ask for changes. A phone also asks by itself. */
async function tellPhones(saleKeys: readonly string[]): Promise<void> {
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

async function tellGoogle(
  saleKeys: readonly string[],
  locale: string,
  addresses: GoogleAddresses | undefined,
  [retryMs, ...laterMs]: readonly number[],
): Promise<void> {
  try {
    const issuer = await googleIssuer();
    if (issuer !== undefined) await updateGoogleTickets(saleKeys, locale, await openGoogle(issuer, addresses));
  } catch (fault) {
    log("warn", "Tickets in Google Wallet were not updated.", { fault: String(fault), retryMs });
    if (retryMs === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
    await tellGoogle(saleKeys, locale, addresses, laterMs);
  }
}
