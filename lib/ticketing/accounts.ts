import "server-only";

import { env } from "#lib/env.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { Seller } from "#lib/ticketing/model/seller.ts";
import { seller } from "#lib/ticketing/wire/catalogue/account.ts";

/** Returns the seller's details of the shop's account; from a service without these fields only the name. */
export async function getSeller(): Promise<Partial<Seller>> {
  const path: Path = `/account/${env().TICKETING_ACCOUNT}`;
  return (await request({ name: "getSeller", method: "GET", path, answer: seller })) ?? {};
}
