import "server-only";

import type { Locale } from "#lib/i18n/routing.ts";
import { mailedLink } from "#lib/promoter/mailed-link.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { isKnownMissing } from "#lib/ticketing/client/extension.ts";
import { mailPasswordLink } from "#lib/ticketing/mail-links.ts";

/** Returns whether a link for a new password can be mailed, as far as it is known. */
export function canMailPasswordLink(): boolean {
  return areMessagesSent() && !isKnownMissing("mailPasswordLink");
}

/**
 * Has a link for a new password mailed to a user, by name or email. `accepted` is the answer to every name, whether there is such a
 * user or not. Throws TicketingFault when the service does not answer.
 */
export async function requestPasswordLink(
  name: string,
  locale: Locale,
  network: string | undefined,
): Promise<"accepted" | "too_many" | "not_offered"> {
  const mailed = await mailedLink("password", locale);
  if (mailed === undefined) return "not_offered";
  if (!(await withinLimit("mailPasswordPerNetwork", network))) return "too_many";
  if (!(await withinLimit("mailPasswordPerName", name.toLowerCase()))) return "accepted";
  return mailPasswordLink(name, mailed);
}
