import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { areLinksRevoked } from "#lib/session/links/link-cutoffs.ts";

const sealed = z.object({ saleKey: z.string(), admissionId: z.int().positive(), madeAt: z.int() });

/** The Admission that a guest link opens, and the key of its Sale, which the service needs. */
type GuestLink = Pick<z.output<typeof sealed>, "saleKey" | "admissionId">;

/** Returns the secret part of a guest's URL. It opens one Admission: no other, no receipt and no Sale. */
export function sealGuestLink(saleKey: string, admissionId: number, nowMs = Date.now()): Promise<string> {
  return seal("guest link", { saleKey, admissionId, madeAt: nowMs });
}

/**
 * Returns what a link opens; `undefined` for a text that `sealGuestLink` did not make, for the link of a Sale, and for
 * a revoked link.
 */
export async function openGuestLink(link: string): Promise<GuestLink | undefined> {
  const { data } = sealed.safeParse(await unseal("guest link", link));
  if (data === undefined || (await areLinksRevoked([data.saleKey], data.madeAt))) return undefined;
  return { saleKey: data.saleKey, admissionId: data.admissionId };
}
