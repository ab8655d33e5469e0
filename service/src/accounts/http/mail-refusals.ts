import type { MailRefusal } from "#src/accounts/use-cases/mail-links.ts";
import { type Reply, refuse } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { RENDERER_REFUSED } from "#src/platform/http/mail-fields.ts";

const LINK_REFUSED =
  "This service mails no link to this site. Its operator lists the origins of the storefronts that may render messages.";
const TOO_OFTEN = (seconds: number) =>
  `Too many of these messages were sent today. Try again in ${Math.ceil(seconds / 60)} minutes.`;

/** Returns the answer to an address that the operator has not allowed. */
export function refuseAddress(path: "link" | "messages.address"): Reply<never> {
  return refuse(400, [path === "link" ? row(path, "renderer_refused", LINK_REFUSED) : RENDERER_REFUSED]);
}

export function refuseMail(refused: MailRefusal): Reply<never> {
  if (refused.refusal === "renderer_refused") return refuseAddress(refused.path);
  const { secondsLeft } = refused;
  return refuse(429, [row("", refused.refusal, TOO_OFTEN(secondsLeft))], { "retry-after": String(secondsLeft) });
}
