import "server-only";

import { currentSeller } from "#lib/catalogue/seller.ts";
import { brand } from "#lib/env.ts";
import type { Shop } from "#lib/mail/mail-facts.ts";

/** Returns what every message says about the shop. */
export async function shopFor(language: string): Promise<Shop> {
  const { BRAND_NAME } = brand();
  return { language, brand: BRAND_NAME, seller: await currentSeller() };
}
