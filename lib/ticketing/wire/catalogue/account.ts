import "server-only";

import { z } from "zod";
import type { Seller } from "#lib/ticketing/model/seller.ts";
import { absent, httpsOrUndefined, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** An unreadable field is left out, so that one bad link does not break the footer. */
const text = absent(z.string().trim().min(1)).catch(undefined);
const email = absent(z.email()).catch(undefined);
const link = text.transform((url) => (url === undefined ? undefined : httpsOrUndefined(url)));

export const seller = z
  .object({ name: text, legalName: text, supportEmail: email, termsUrl: link, privacyUrl: link, refundPolicyUrl: link })
  .transform(({ name, legalName, supportEmail, ...links }) =>
    withoutUndefined({ name: legalName ?? name, email: supportEmail, ...links }),
  ) satisfies z.ZodType<Partial<Seller>>;
