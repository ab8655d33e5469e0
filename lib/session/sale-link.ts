import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/session/seal.ts";

const sealed = z.object({ keys: z.tuple([z.string()], z.string()) });

/** The secret part of a sale's address. It opens for as long as one of the keys that it was sealed with is kept. */
export function sealSaleLink(saleKeys: readonly string[]): Promise<string> {
  return seal("sale link", { keys: saleKeys });
}

/** The keys of the sales; `undefined` for whatever was not made by `sealSaleLink`. */
export async function openSaleLink(link: string): Promise<readonly string[] | undefined> {
  return sealed.safeParse(await unseal("sale link", link)).data?.keys;
}
