import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";
import { httpsOrUndefined, ifReadable, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** An unreadable field is left out, so that one bad link does not break the footer. */
const text = ifReadable(z.string().trim().min(1));
const email = ifReadable(z.email());
const link = text.transform((url) => (url === undefined ? undefined : httpsOrUndefined(url)));

const seller = z
  .object({ name: text, legalName: text, supportEmail: email, termsUrl: link, privacyUrl: link, refundPolicyUrl: link })
  .transform(({ name, legalName, supportEmail, ...links }) =>
    withoutUndefined({ name: legalName ?? name, email: supportEmail, ...links }),
  ) satisfies z.ZodType<Partial<Seller>>;

/** Returns the seller's details of the shop's account; from a service without these fields only the name. */
export async function getSeller(): Promise<Partial<Seller>> {
  const path: Path = `/account/${env().TICKETING_ACCOUNT}`;
  return (await request({ name: "getSeller", method: "GET", path, answer: seller })) ?? {};
}
