import type { IncomingMessage } from "node:http";
import { preferredLocale } from "#lib/i18n/languages.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { type EarlyAnswer, sendsForm } from "#lib/security/incoming-request.ts";
import { type OriginRefusal, refusalOfOrigin } from "#lib/security/origin-refusal.ts";
import { PLAIN_PAGE, plainLink, plainPage } from "#lib/security/requests/plain-page.ts";
import { languageIn } from "#lib/security/route-patterns.ts";
import { count } from "#lib/telemetry/metrics.ts";

/** Methods that change nothing. Files such as `embed.js` are loaded by other origins. */
const READS = ["GET", "HEAD", "OPTIONS"];

/**
 * Returns the answer to a request that is refused before a byte of its body is read, in words that a person without a script can act on.
 * What the framework decodes as a form must come from a form of our own pages, since decoding costs time. Of any other write only a
 * foreign origin is refused: programs send none, and have checks of their own.
 */
export function refuseForeign(
  request: IncomingMessage,
  ourOrigin: string,
  stylesheets: readonly string[],
): EarlyAnswer | undefined {
  const refusal = refusalOf(request, ourOrigin);
  if (refusal === undefined) return undefined;
  count("foyer_storefront_foreign_origins_total", { reason: refusal });
  const { url = "", headers } = request;
  const language = languageIn(url);
  const locale = language === undefined ? preferredLocale(headers["accept-language"]) : localeFrom(language);
  const { title, text, open } = wordsOf(locale).Errors.notOurs;
  // The body may be on its way.
  const closed = { status: 403, headers: { Connection: "close" } };
  if (headers["next-action"] !== undefined) return { ...closed, words: text };
  // A browser that knows the shop by another name is led to the name under which its forms are accepted. At an address without a
  // language a form has no page.
  const below = [plainLink(ourOrigin + (language === undefined ? `/${locale}` : url), open)];
  const words = plainPage({ locale, title, text, below, stylesheets });
  return { ...closed, words, headers: { ...closed.headers, ...PLAIN_PAGE } };
}

function refusalOf(request: IncomingMessage, ourOrigin: string): OriginRefusal | undefined {
  const { method = "", headers } = request;
  if (READS.includes(method)) return undefined;
  const sent = { get: (name: string) => String(headers[name] ?? "") || null };
  if (sendsForm(request)) return refusalOfOrigin(sent, ourOrigin);
  return headers.origin === undefined || headers.origin === ourOrigin ? undefined : "foreign origin";
}
