import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/session/seal.ts";

const sealed = z.object({ admission: z.int().positive() });

/** The secret part of one guest's address. It opens one Admission: no other, no receipt and no Sale. */
export function sealGuestLink(admissionId: number): Promise<string> {
  return seal("guest link", { admission: admissionId });
}

/** `undefined` for whatever was not made by `sealGuestLink`, the link of a whole Sale included. */
export async function openGuestLink(link: string): Promise<number | undefined> {
  return sealed.safeParse(await unseal("guest link", link)).data?.admission;
}
