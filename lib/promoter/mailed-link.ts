import "server-only";

import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { messageRenderer } from "#lib/session/links/message-renderer.ts";
import type { MailedLink } from "#lib/ticketing/mail-links.ts";

/**
 * Returns what the service needs to mail a link to one of these pages, in this language; `undefined` where it sends no messages that
 * this storefront renders.
 */
export async function mailedLink(
  page: "invitation" | "password" | "replies",
  locale: Locale,
): Promise<MailedLink | undefined> {
  const messages = await messageRenderer();
  if (messages === undefined) return undefined;
  return { language: locale, link: `${env().FOYER_ORIGIN}/${locale}/promoter/sign-in/${page}/{key}`, messages };
}
