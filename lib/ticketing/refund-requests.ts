import "server-only";

import { z } from "zod";
import type { CallName } from "#lib/ticketing/client/calls.ts";
import type { Credential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { RefundRequest } from "#lib/ticketing/model/refund-request.ts";
import { absentText } from "#lib/ticketing/wire/catalogue/facts.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { anything, id, instant, ref, refs, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

const requests = z.object({
  requests: z.array(
    z
      .object({
        id,
        created: instant,
        state: z.enum(["OPEN", "APPROVED", "DECLINED"]),
        event: ref,
        buyer: z.object({ name: z.string(), email: z.string() }),
        admissions: refs,
        reason: z.string(),
        declineReason: absentText,
      })
      .transform(
        ({ event, admissions, ...one }): RefundRequest =>
          withoutUndefined({ ...one, eventName: event.name, tickets: admissions.length }),
      ),
  ),
});

/** Returns the requests of an Account's Buyers, the open ones first; `undefined` where the promoter may not see them. */
export async function listRefundRequests(
  as: Credential,
  accountId: number,
): Promise<readonly RefundRequest[] | undefined> {
  const path = pathTo`/account/${accountId}/refundRequests`;
  const call = { name: "listRefundRequests", method: "GET", answer: requests, as } as const;
  const missing = [403, ...MISSING_STATUSES];
  return (path && (await request({ ...call, path, missing })))?.requests;
}

/** `admitted`: one of the tickets was used or returned. `decided`: the request was decided before, or does not exist. */
export type Decision = "done" | "decided" | "admitted" | "refused";

/** Refunds the tickets of a request, with or without the fee. */
export function approveRefundRequest(as: Credential, requestId: number, fee: "returned" | "kept"): Promise<Decision> {
  return decide(as, "approveRefundRequest", pathTo`/refundRequest/${requestId}/approve`, { fee });
}

/** Declines a request. The Buyer is told, with the reason if there is one. */
export function declineRefundRequest(as: Credential, requestId: number, reason: string): Promise<Decision> {
  const body = reason === "" ? {} : { reason };
  return decide(as, "declineRefundRequest", pathTo`/refundRequest/${requestId}/decline`, body);
}

async function decide(as: Credential, name: CallName, path: Path | undefined, body: object): Promise<Decision> {
  const no = refused.transform(({ errors }): Decision => {
    if (errors.some(({ code }) => code === "REFUND_REFUSED")) return "refused";
    return errors.some(({ path: of }) => of !== "") ? "admitted" : "decided";
  });
  const yes = anything.transform((): Decision => "done");
  const call = { name, method: "POST", body: JSON.stringify(body), answer: no.or(yes), refusal: no, as } as const;
  return (path && (await request({ ...call, path }))) ?? "decided";
}
