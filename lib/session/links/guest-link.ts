import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { areLinksRevoked } from "#lib/state/link-cutoffs.ts";

const sealed = z.object({ saleKey: z.string(), admissionId: z.int().positive(), madeAt: z.int() });

/** The ticket that a guest link opens, and the key of its sale, which the service asks for. */
export type GuestLink = Pick<z.output<typeof sealed>, "saleKey" | "admissionId">;

/** The secret part of one guest's address. It opens one Admission: no other, no receipt and no Sale. */
export function sealGuestLink(saleKey: string, admissionId: number, nowMs = Date.now()): Promise<string> {
  return seal("guest link", { saleKey, admissionId, madeAt: nowMs });
}

/** `undefined` for whatever was not made by `sealGuestLink`, the link of a whole Sale included, or was revoked. */
export async function openGuestLink(link: string): Promise<GuestLink | undefined> {
  const { data } = sealed.safeParse(await unseal("guest link", link));
  if (data === undefined || (await areLinksRevoked([data.saleKey], data.madeAt))) return undefined;
  return { saleKey: data.saleKey, admissionId: data.admissionId };
}
