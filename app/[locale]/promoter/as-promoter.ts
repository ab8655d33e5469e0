import "server-only";

import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { currentPromoter } from "#lib/promoter/promoter.ts";
import type { SignedIn } from "#lib/promoter/promoter-token.ts";
import type { Credential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";

/** Does what the signed-in promoter asks for. Redirects a visitor who is not signed in, or no longer. */
export async function asPromoter<T>(locale: Locale, work: (signedIn: SignedIn) => Promise<T>): Promise<T> {
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return redirect({ href: "/promoter/sign-in", locale });
  try {
    return await work(signedIn);
  } catch (fault) {
    if (fault instanceof CredentialRefused) return redirect({ href: "/promoter/sign-in?again=1", locale });
    throw fault;
  }
}

/** Returns what a call reads for the account of the signed-in promoter; `undefined` without one, and for a service without the call. */
export async function readForAccount<T>(
  locale: Locale,
  read: (credential: Credential, accountId: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  return asPromoter(locale, async ({ credential, promoter: { account } }) => account && read(credential, account.id));
}
