import "server-only";

import { env } from "#lib/env.ts";
import { sealMessageToken } from "#lib/security/seal.ts";
import type { MessageRenderer } from "#lib/ticketing/sent-mail.ts";

/** Returns whether the service mails tickets to buyers, in messages that this storefront renders. */
export function areMessagesSent(): boolean {
  return env().TICKETING_MESSAGES;
}

/**
 * Returns where the service has its messages rendered, which is `app/api/messages/route.ts`. It is sent with a lock, and
 * the service keeps it with the sale. `undefined` for a service that sends no messages.
 */
export async function messageRenderer(): Promise<MessageRenderer | undefined> {
  if (!areMessagesSent()) return undefined;
  return { address: `${env().FOYER_ORIGIN}/api/messages`, token: await sealMessageToken() };
}
