import "server-only";

import { z } from "zod";
import { isKnownMissing, MISSING_STATUSES, recordMissing, requestExtension } from "#lib/ticketing/client/extension.ts";
import { isNothingDone, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { send, writeLimitMs } from "#lib/ticketing/client/request.ts";
import { isNoSuchCall, type Outcome, type Refused, refused } from "#lib/ticketing/wire/purchase/refusals.ts";

/**
 * Why the tickets were not sent; `not_sent`: the service has no address, sends no mail for this sale, or could not be reached;
 * `not_offered`: it does not have the call; `not_known`: its answer was lost, and it may have sent them.
 */
export type SendRefusal = "details_missing" | "too_many" | "not_sent" | "not_offered" | "not_known";

type Sent = Outcome<object, { readonly refusal: SendRefusal }>;

const SEND = "sendTickets";

/**
 * Asks the service to send the tickets of all paid sales of an order to its buyer again. In the interface this call is a GET: it is
 * sent once and never repeated, as a write is.
 */
export async function sendTickets(saleKey: string): Promise<Sent> {
  const path = pathTo`/order/${saleKey}/sendEmail`;
  if (path === undefined) return { ok: false, refusal: "not_sent" };
  const call = {
    name: SEND,
    method: "GET",
    path,
    isRepeated: false,
    connections: "fresh",
    limitMs: writeLimitMs(),
  } as const;
  try {
    const { status, body } = await send(call);
    const no = status < 500 ? refused.safeParse(body).data : undefined;
    if (no !== undefined && !isNoSuchCall(no)) return { ok: false, refusal: sendRefusal(no) };
    if (status >= 200 && status < 300 && no === undefined) return { ok: true };
    if (!MISSING_STATUSES.includes(status)) return { ok: false, refusal: status < 500 ? "not_sent" : "not_known" };
    recordMissing(SEND);
    return { ok: false, refusal: "not_offered" };
  } catch (fault) {
    if (fault instanceof ServiceBusy) return { ok: false, refusal: "too_many" };
    if (fault instanceof TicketingFault) return { ok: false, refusal: isNothingDone(fault) ? "not_sent" : "not_known" };
    throw fault;
  }
}

/** Returns false while the service is known to lack the call that sends tickets again. */
export function canSendTickets(): boolean {
  return !isKnownMissing(SEND);
}

/** Rows with the path of an admission name the guests whose details are missing. */
function sendRefusal({ errors }: Refused): SendRefusal {
  if (errors.some(({ path, code }) => code === "REQUIRED" && path.startsWith("admission/"))) return "details_missing";
  if (errors.some(({ code }) => code === "TOO_MANY_REQUESTS")) return "too_many";
  return "not_sent";
}

const sent = z.object({ successful: z.literal(true) }).transform(() => "accepted" as const);
const wrong = refused.transform(() => "wrong" as const);

/**
 * Asks the service to mail the links of an address's orders to that address. The answer does not tell whether there are any. An
 * extension of ours: "not_offered" for a service without it.
 */
export async function findTicketsByEmail(
  email: string,
  language: string,
  messages: MessageRenderer,
): Promise<"accepted" | "wrong" | "not_offered"> {
  const body = { email, language, messages };
  const call = { name: "findTicketsByEmail", method: "POST", path: "/order/findByEmail", body } as const;
  try {
    return (await requestExtension({ ...call, answer: sent, refusal: wrong }))?.value ?? "not_offered";
  } catch (fault) {
    // The service's own limit must reveal nothing about the address either.
    if (fault instanceof ServiceBusy) return "accepted";
    throw fault;
  }
}

/** Where a service that sends mail gets the words of its messages. Extensions of ours: sent to no other service. */
export type MessageRenderer = {
  readonly address: string;
  /** Proves to this storefront that the request comes from the service. */
  readonly token: string;
};
