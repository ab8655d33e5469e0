import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";
import { httpsOrUndefined, ifReadable, readableRows, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** An unreadable field is left out, so that one bad link does not break the footer. */
const text = ifReadable(z.string().trim().min(1));
const email = ifReadable(z.email());
const link = text.transform((url) => (url === undefined ? undefined : httpsOrUndefined(url)));
const brand = ifReadable(z.object({ colour: ifReadable(z.string().regex(/^#[\da-f]{6}$/i)) }));

const account = z
  .object({
    name: text,
    brand,
    legalName: text,
    supportEmail: email,
    termsUrl: link,
    privacyUrl: link,
    refundPolicyUrl: link,
    embedOrigins: readableRows(z.string()),
  })
  .transform(({ name, brand, legalName, supportEmail, embedOrigins, ...links }) => ({
    embedOrigins,
    brand: withoutUndefined({ name, colour: brand?.colour }),
    seller: withoutUndefined({ name: legalName ?? name, email: supportEmail, ...links }),
  }));

/** What the shop's account says of itself: of the shop, and of whom buyers have the contract with. */
export type ShopAccount = {
  readonly brand: { readonly name?: string; readonly colour?: string };
  readonly seller: Partial<Seller>;
  /** Origins of websites that may show its embeds, if `isSiteOrigin` lets them. */
  readonly embedOrigins: readonly string[];
};

/** An account of which nothing is known. */
const UNKNOWN_ACCOUNT: ShopAccount = { brand: {}, seller: {}, embedOrigins: [] };

/** Returns the shop's account; from a service without these fields only the names. */
export async function getShopAccount(): Promise<ShopAccount> {
  const path: Path = `/account/${env().TICKETING_ACCOUNT}`;
  return (await request({ name: "getShopAccount", method: "GET", path, answer: account })) ?? UNKNOWN_ACCOUNT;
}
