import "server-only";

import { z } from "zod";
import type { Seller } from "#lib/domain/catalogue/seller.ts";
import { absent, httpsOrNothing, known } from "#lib/ticketing/wire/shapes.ts";

/** A field that cannot be read is left out: a footer must not fail because of one link. */
const text = absent(z.string().trim().min(1)).catch(undefined);
const email = absent(z.email()).catch(undefined);
const link = text.transform((url) => (url === undefined ? undefined : httpsOrNothing(url)));

export const seller = z
  .object({ name: text, legalName: text, supportEmail: email, termsUrl: link, privacyUrl: link, refundPolicyUrl: link })
  .transform(({ name, legalName, supportEmail, ...links }) =>
    known({ name: legalName ?? name, email: supportEmail, ...links }),
  ) satisfies z.ZodType<Partial<Seller>>;
