import "server-only";

import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { currentPromoter } from "#lib/promoter/promoter.ts";
import type { SignedIn } from "#lib/promoter/promoter-token.ts";
import type { Credential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";

/** Runs `work` for the signed-in promoter. Redirects to the sign-in page if nobody is signed in, or the credential is refused. */
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

/** Runs `read` for the signed-in promoter's account. Returns `undefined` without an account, or if the service lacks the call. */
export async function readForAccount<T>(
  locale: Locale,
  read: (credential: Credential, accountId: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  return asPromoter(locale, async ({ credential, promoter: { account } }) => account && read(credential, account.id));
}
