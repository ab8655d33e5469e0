import "server-only";

import { connect, constants } from "node:http2";
import { localeFrom } from "#lib/i18n/routing.ts";
import { log } from "#lib/telemetry/log.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { type AppleSigner, appleSigner } from "#lib/wallet/apple-signer.ts";
import { googleIssuer } from "#lib/wallet/google-tickets.ts";
import { pushTokensOf } from "#lib/wallet/pass-devices.ts";
import { serialOf } from "#lib/wallet/wallet-ticket.ts";
import { type GoogleAddresses, openGoogle, updateGoogleTickets } from "./google-client.ts";

/** Google's copy of a ticket changes only by our update, so a failed update is retried after these times. */
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

/** Notifies the phones with passes of these sales, so that they request the changes. A phone also does so from time to time. */
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

const APPLE = "https://api.push.apple.com";
const PUSH_MS = 10_000;
/** Hexadecimal, of the length that Apple's phones send. */
const PUSH_TOKEN = /^[0-9a-fA-F]{16,200}$/;

/**
 * Sends an empty notification to each phone by Apple's push service, with the certificate of the passes: the phone then
 * asks for changes. Returns the number of notifications that the service accepted. Throws when it cannot be reached.
 */
export async function pushToPhones(
  pushTokens: readonly string[],
  { certificate, key, passType }: AppleSigner,
  { origin = APPLE, ca }: { readonly origin?: string; readonly ca?: Buffer } = {},
): Promise<number> {
  const session = connect(origin, { cert: certificate, key, ...(ca && { ca }) });
  try {
    const failed = new Promise<never>((_, reject) => session.once("error", reject));
    const statuses = pushTokens.filter((token) => PUSH_TOKEN.test(token)).map((token) => push(token));
    const answers = await Promise.race([Promise.all(statuses), failed]);
    const refused = answers.filter((status) => status !== 200);
    if (refused.length > 0) log("warn", "Apple refused notifications.", { statuses: [...new Set(refused)].join(" ") });
    return answers.length - refused.length;
  } finally {
    session.close();
  }

  function push(token: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = session.request({
        [constants.HTTP2_HEADER_METHOD]: "POST",
        [constants.HTTP2_HEADER_PATH]: `/3/device/${token}`,
        "apns-topic": passType,
      });
      request.setTimeout(PUSH_MS, () => request.close(constants.NGHTTP2_CANCEL));
      request.once("response", (headers) => resolve(Number(headers[constants.HTTP2_HEADER_STATUS])));
      request.once("error", reject);
      request.once("close", () => resolve(0));
      request.resume();
      request.end("{}");
    });
  }
}
