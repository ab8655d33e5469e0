import "server-only";

import { headers } from "next/headers";
import { env } from "#lib/env.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { currentPromoter, findPromoter } from "#lib/promoter/promoter.ts";
import type { SignedIn } from "#lib/promoter/promoter-token.ts";
import { returnPath } from "#lib/promoter/return-path.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";

/** Runs `work` for the signed-in promoter. Redirects to the sign-in page if nobody is signed in, or the credential is refused. */
export async function asPromoter<T>(locale: Locale, work: (signedIn: SignedIn) => Promise<T>): Promise<T> {
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return toSignIn(locale);
  try {
    return await work(signedIn);
  } catch (fault) {
    if (fault instanceof CredentialRefused) return toSignIn(locale);
    throw fault;
  }
}

/**
 * Redirects to the sign-in page. Where a session has ended, the page says so, and leads back to this one. A page cannot delete
 * the cookie: `again` shows the form although a session exists whose credential is refused.
 */
export async function toSignIn(locale: Locale): Promise<never> {
  if ((await findPromoter()) === undefined) return redirect({ href: "/promoter/sign-in", locale });
  const next = returnPath((await headers()).get("x-foyer-page")?.slice(`/${locale}`.length));
  return redirect({ href: `/promoter/sign-in?again=1&next=${encodeURIComponent(next)}`, locale });
}

/** Runs `read` for the account. Returns `undefined` if the promoter may not read it, or the service lacks the call. */
export async function readForAccount<T>(
  locale: Locale,
  read: (credential: PromoterCredential, accountId: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  return asPromoter(locale, ({ credential }) => read(credential, env().TICKETING_ACCOUNT));
}
