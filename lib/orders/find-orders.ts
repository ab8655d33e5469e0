import "server-only";

import { normalizeEmail } from "#lib/purchase/payment-owner.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { messageRenderer } from "#lib/session/links/message-renderer.ts";
import { findTicketsByEmail } from "#lib/ticketing/sent-mail.ts";

/** `accepted`: the answer to every address, whether it bought tickets or not. */
type FindResult = "accepted" | "wrong" | "tooMany" | "notOffered";

/**
 * Asks the service to mail the links of an email address's orders to that address. `network` is the visitor's, if it is known.
 * Throws TicketingFault when the service does not answer.
 */
export async function findOrders(email: string, locale: string, network: string | undefined): Promise<FindResult> {
  const messages = await messageRenderer();
  if (messages === undefined) return "notOffered";
  if (!(await withinLimit("findTicketsPerNetwork", network))) return "tooMany";
  // The answer stays the same above the limit of an address, so that it reveals nothing about earlier requests.
  if (!(await withinLimit("findTicketsPerEmail", normalizeEmail(email)))) return "accepted";
  const answer = await findTicketsByEmail(email, locale, messages);
  return answer === "not_offered" ? "notOffered" : answer;
}
