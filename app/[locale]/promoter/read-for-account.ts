import "server-only";

import { redirect } from "#i18n/navigation.ts";
import type { Locale } from "#i18n/routing.ts";
import { currentPromoter } from "#lib/session/promoter/promoter.ts";
import type { Credential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";

/**
 * Returns what a call reads for the account of the signed-in promoter. Redirects a visitor who is not signed in, or no longer,
 * and returns `undefined` without an account and for a service without the call.
 */
export async function readForAccount<T>(
  locale: Locale,
  read: (credential: Credential, accountId: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return redirect({ href: "/promoter/sign-in", locale });
  const { credential, promoter } = signedIn;
  if (promoter.account === undefined) return undefined;
  const found = await read(credential, promoter.account.id).catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return "signed_out" as const;
    throw fault;
  });
  if (found === "signed_out") return redirect({ href: "/promoter/sign-in?again=1", locale });
  return found;
}
