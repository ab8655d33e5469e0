import "server-only";

import { currentBrand } from "#lib/catalogue/seller.ts";
import { hueOf } from "#lib/tickets/art/accent.ts";

/** Returns the hue of the shop's colour, in degrees, with which its posters are drawn. */
export async function currentHue(): Promise<number> {
  return hueOf((await currentBrand()).colour);
}
