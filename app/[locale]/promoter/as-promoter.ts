import "server-only";

import { headers } from "next/headers";
import { env } from "#lib/env.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { actionAtWork } from "#lib/promoter/pages-at-work.ts";
import { returnPath } from "#lib/promoter/return-path.ts";
import type { SignedIn } from "#lib/promoter/sign-in/promoter-token.ts";
import { currentPromoter, findPromoter } from "#lib/promoter/sign-in/session.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";

/** Who is at work on a page or in an action, and for which account. */
export type AtWork = SignedIn & { readonly locale: Locale; readonly accountId: number };

export function atWork(signedIn: SignedIn, locale: Locale): AtWork {
  return { ...signedIn, locale, accountId: env().TICKETING_ACCOUNT };
}

/** Returns the name of who is signed in, or what they typed to sign in. */
export function nameOf({ promoter, credential }: SignedIn): string {
  return promoter.name || promoter.email || credential.reveal().user;
}

/**
 * Runs an action's `work` for the signed-in promoter, once it has a place at work. Redirects to the sign-in page if nobody is signed in,
 * or the credential is refused.
 */
export async function asPromoter<T>(locale: Locale, work: (signedIn: SignedIn) => Promise<T>): Promise<T> {
  const signedIn = await signedInPromoter(locale);
  return actionAtWork(() => unlessRefused(locale, () => work(signedIn)));
}

/** Returns who is signed in. Redirects to the sign-in page if nobody is. */
export async function signedInPromoter(locale: Locale): Promise<SignedIn> {
  return (await currentPromoter()) ?? toSignIn(locale);
}

/** Runs `work`. Redirects to the sign-in page if the service refuses the promoter's credential. */
export async function unlessRefused<T>(locale: Locale, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof CredentialRefused) return toSignIn(locale);
    throw fault;
  }
}

/**
 * Redirects to the sign-in page. Where a session has ended, the page says so, and leads back to this one. A page cannot delete
 * the cookie: `again` shows the form although a session exists whose credential is refused.
 */
async function toSignIn(locale: Locale): Promise<never> {
  if ((await findPromoter()) === undefined) return redirect({ href: "/promoter/sign-in", locale });
  const next = returnPath((await addressOfPage()).slice(`/${locale}`.length));
  return redirect({ href: `/promoter/sign-in?again=1&next=${encodeURIComponent(next)}`, locale });
}

/** Returns path and query of the page that is rendered, or to which a form was sent. */
export async function addressOfPage(): Promise<string> {
  return (await headers()).get("x-foyer-page") ?? "";
}
