"use server";

import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { retryUnsentMail } from "#lib/ticketing/manage/unsent-mail.ts";

/** Queues the emails again that were given up for one reason, or all of them. The reason is sent back as it was read. */
export const retryMessages = promoterAction(
  [{ kind: "longText", name: "error", label: "reason", max: 1_000 }],
  ["ORDERS"],
  async ({ opened }, { credential, accountId }) => {
    const retried = await retryUnsentMail(credential, accountId, opened?.error || undefined);
    if (retried === undefined) return { result: "refused", errors: [{ path: "", code: "NOT_ALLOWED" }] };
    return { result: "saved", id: retried };
  },
  (retried) => `/promoter/messages?queued=${retried}`,
);
