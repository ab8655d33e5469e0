import "server-only";

import { brand, isBuilding } from "#lib/env.ts";
import { afterChange } from "#lib/runtime/catalogue-changes.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";
import { getSeller } from "#lib/ticketing/accounts.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";

/** Every page has a footer with the seller, so the account is read once a minute, not once a page. */
const FRESH_MS = 60_000;
/** After a failed read the settings are shown for this long before the next read. */
const RETRY_MS = 5_000;

type Cached = { value: Partial<Seller>; until: number; reading?: Promise<void> };
const cached = processWide("seller", (): Cached => ({ value: {}, until: Number.NEGATIVE_INFINITY }));
// The next page waits for the account, as the first one does.
afterChange(() => {
  cached.until = Number.NEGATIVE_INFINITY;
});

/**
 * Returns the seller: the account's data, and the shop's settings for missing fields. Never throws. Only the first page
 * of a process waits for the service; later ones get the last answer while a new one is read.
 */
export async function currentSeller(now: number = performance.now()): Promise<Seller> {
  if (!isBuilding() && now >= cached.until) {
    const isFirst = cached.until === Number.NEGATIVE_INFINITY;
    cached.reading ??= readAgain(now).finally(() => {
      delete cached.reading;
    });
    if (isFirst) await cached.reading;
  }
  return { ...settings(), ...cached.value };
}

async function readAgain(now: number): Promise<void> {
  try {
    cached.value = await getSeller();
    cached.until = now + FRESH_MS;
  } catch (fault) {
    log("warn", "The account could not be read.", { fault: String(fault) });
    cached.until = now + RETRY_MS;
  }
}

function settings(): Seller {
  const { BRAND_NAME, SUPPORT_EMAIL, TERMS_URL, PRIVACY_URL, REFUND_POLICY_URL } = brand();
  return {
    name: BRAND_NAME,
    ...(SUPPORT_EMAIL !== "" && { email: SUPPORT_EMAIL }),
    ...(TERMS_URL && { termsUrl: TERMS_URL }),
    ...(PRIVACY_URL && { privacyUrl: PRIVACY_URL }),
    ...(REFUND_POLICY_URL && { refundPolicyUrl: REFUND_POLICY_URL }),
  };
}
