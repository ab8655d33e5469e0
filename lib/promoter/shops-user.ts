import "server-only";

import { env } from "#lib/env.ts";

type User = { readonly username: string; readonly capabilities: readonly string[] };

/** Returns whether the shop sells with this user: with a new password, a second factor or less access it could not. */
export function isShopsUser({ username, capabilities }: User): boolean {
  if (username === env().TICKETING_USER) return true;
  return capabilities.includes("PUBLIC") && !capabilities.includes("MANAGE");
}
