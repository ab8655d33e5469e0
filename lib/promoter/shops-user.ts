import "server-only";

import { isShopsName } from "#lib/ticketing/client/credential.ts";

type User = { readonly username: string; readonly capabilities: readonly string[] };

/** Returns whether the shop sells with this user: with a new password, a second factor or less access it could not. */
export function isShopsUser({ username, capabilities }: User): boolean {
  if (isShopsName(username)) return true;
  return capabilities.includes("PUBLIC") && !capabilities.includes("MANAGE");
}
