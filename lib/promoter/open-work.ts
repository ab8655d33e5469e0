import "server-only";

import { cache } from "react";
import type { SignedIn } from "#lib/promoter/sign-in/promoter-token.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { countRefundRequests } from "#lib/ticketing/manage/refund-requests.ts";
import { listUnsentMail } from "#lib/ticketing/manage/unsent-mail.ts";

/** What waits for a decision; absent where the service does not answer, and for users who may not decide. */
export type OpenWork = { readonly requests?: number | undefined; readonly emails?: number | undefined };

/** Returns what waits for this promoter. A page and its navigation share one read. */
export async function openWork({
  credential,
  accountId,
  promoter,
}: SignedIn & { readonly accountId: number }): Promise<OpenWork> {
  return promoter.capabilities.includes("ORDERS") ? read(credential, accountId) : {};
}

const read = cache(async (credential: PromoterCredential, accountId: number): Promise<OpenWork> => {
  const [requests, mail] = await Promise.all([
    undefinedOnFault(countRefundRequests(credential, accountId)),
    undefinedOnFault(listUnsentMail(credential, accountId)),
  ]);
  return { requests, emails: mail?.total };
});
