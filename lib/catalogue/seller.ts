import "server-only";

import { nowOrLastGood } from "#lib/catalogue/last-good.ts";
import { brand, isBuilding } from "#lib/env.ts";
import { afterChange } from "#lib/runtime/catalogue-changes.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { setSiteOrigins } from "#lib/runtime/site-origins.ts";
import { getShopAccount, type ShopAccount } from "#lib/ticketing/accounts.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";
import { isSiteOrigin } from "#lib/ticketing/sites.ts";

/** Every page has a footer with the seller, so the account is read once a minute, not once a page. */
const FRESH_MS = 60_000;
/** After a failed read the last answer is shown for this long before the next read. */
const RETRY_MS = 5_000;
/** The name of a shop whose account and settings have none. */
const DEFAULT_NAME = "Foyer";

type Cached = { account?: ShopAccount; until: number; reading?: Promise<void> };
const cached = processWide("the shop's account", (): Cached => ({ until: Number.NEGATIVE_INFINITY }));
// The next page waits for the account, as the first one does. What is being read may be from before the change.
afterChange(() => {
  cached.until = Number.NEGATIVE_INFINITY;
  delete cached.reading;
});

/** What the account says of itself, and the shop's settings where it says nothing. */
export type ShopBrand = { readonly name: string; readonly colour: string };

/**
 * Returns the shop's name and accent colour. Never throws. A promise only where the account has not been read yet, or not since
 * it changed, so that otherwise a page need not wait.
 */
export function currentBrand(now: number = performance.now()): ShopBrand | Promise<ShopBrand> {
  return refreshed(now)?.then(brandNow) ?? brandNow();
}

/** Returns the seller: the account's data, and the shop's settings for missing fields. Never throws. */
export async function currentSeller(now: number = performance.now()): Promise<Seller> {
  await refreshed(now);
  const { SUPPORT_EMAIL, TERMS_URL, PRIVACY_URL, REFUND_POLICY_URL } = brand();
  return {
    name: brandNow().name,
    ...(SUPPORT_EMAIL !== "" && { email: SUPPORT_EMAIL }),
    ...(TERMS_URL && { termsUrl: TERMS_URL }),
    ...(PRIVACY_URL && { privacyUrl: PRIVACY_URL }),
    ...(REFUND_POLICY_URL && { refundPolicyUrl: REFUND_POLICY_URL }),
    ...cached.account?.seller,
  };
}

/** Waits until it is known which sites may frame an embed: the page cache writes them into its policy. Never throws. */
export async function sitesAreRead(now: number = performance.now()): Promise<void> {
  await refreshed(now);
}

/** A shop whose operator has named it keeps that name, whatever the account is called. */
function brandNow(): ShopBrand {
  const { BRAND_NAME, BRAND_COLOUR } = brand();
  const { name = DEFAULT_NAME, colour = BRAND_COLOUR } = cached.account?.brand ?? {};
  return { name: BRAND_NAME ?? name, colour };
}

/** Reads the account again where it is old. Returns what to wait for: later pages get the last answer meanwhile. */
function refreshed(now: number): Promise<void> | undefined {
  if (isBuilding() || now < cached.until) return undefined;
  const isFirst = cached.until === Number.NEGATIVE_INFINITY;
  cached.reading ??= readAgain(now);
  return isFirst ? cached.reading : undefined;
}

function readAgain(now: number): Promise<void> {
  const reading = nowOrLastGood({ name: "account", read: getShopAccount }, new Date()).then(
    ({ value: account, asOf }) => {
      if (asOf === undefined) keep({ account, until: now + FRESH_MS });
      // A copy replaces nothing that was read: it may be from before a change.
      else keep({ account: cached.account ?? account, until: now + RETRY_MS });
      setSiteOrigins((cached.account?.embedOrigins ?? []).filter(isSiteOrigin));
    },
    // It is logged. What was read before stays.
    () => keep({ until: now + RETRY_MS }),
  );
  return reading;

  function keep(answer: Partial<Cached>): void {
    if (cached.reading !== reading) return;
    delete cached.reading;
    Object.assign(cached, answer);
  }
}
