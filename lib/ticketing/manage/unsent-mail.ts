import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { instant } from "#lib/ticketing/wire/shapes.ts";

/** Emails that were given up for one reason. */
const cause = z
  .object({ error: z.string().nullish(), messages: z.int(), newest: instant })
  .transform(({ error, ...one }) => ({ ...one, error: error ?? undefined }));
const unsent = z.object({ total: z.int(), causes: z.array(cause) });

/** Returns the emails of the account that were given up; `undefined` where the service has no such call. An extension. */
export async function listUnsentMail(
  as: PromoterCredential,
  accountId: number,
): Promise<z.output<typeof unsent> | undefined> {
  const path = pathTo`/account/${accountId}/deadMessages`;
  return (await requestExtension({ name: "listUnsentMail", method: "GET", path, answer: unsent, as }))?.value;
}

/** Asks the service to send emails again: those that were given up with this error, or all. Returns their number. */
export async function retryUnsentMail(
  as: PromoterCredential,
  accountId: number,
  error?: string,
): Promise<number | undefined> {
  const path = pathTo`/account/${accountId}/deadMessages/retry`;
  const answer = z.object({ retried: z.int() }).transform(({ retried }) => retried);
  const body = { error };
  return request({ name: "retryUnsentMail", method: "POST", path, body, answer, as, missing: MISSING_STATUSES });
}
