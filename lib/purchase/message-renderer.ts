import "server-only";

import { env } from "#lib/env.ts";
import { sealMessageToken } from "#lib/security/message-token.ts";
import type { MessageRenderer } from "#lib/ticketing/message-renderer.ts";

/** Returns where the service has its messages rendered; `undefined` for a service that sends none. */
export async function messageRenderer(): Promise<MessageRenderer | undefined> {
  if (!env().TICKETING_MESSAGES) return undefined;
  return { address: `${env().FOYER_ORIGIN}/api/messages`, token: await sealMessageToken() };
}
