import "server-only";

import { currentSeller } from "#lib/catalogue/seller.ts";
import type { Shop } from "#lib/documents/mail/order-facts.ts";
import { brand } from "#lib/env.ts";

/** Returns what every message says about the shop. */
export async function shopFor(language: string): Promise<Shop> {
  const { BRAND_NAME, BRAND_COLOUR } = brand();
  return { language, brand: BRAND_NAME, brandColour: BRAND_COLOUR, seller: await currentSeller() };
}
