import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";

const sealed = z.object({ entry: z.string(), offer: z.string().exactOptional() });

/** What a link of the waiting list opens: an entry, and the offer that the mail was about. */
type WaitingLink = z.output<typeof sealed>;

/** Returns the secret part of the URL of an entry of the waiting list. */
export function sealWaitingLink(link: WaitingLink): Promise<string> {
  return seal("waiting list", link);
}

/** Returns what a link opens; `undefined` for a text that `sealWaitingLink` did not make. */
export async function openWaitingLink(link: string): Promise<WaitingLink | undefined> {
  return sealed.safeParse(await unseal("waiting list", link)).data;
}
