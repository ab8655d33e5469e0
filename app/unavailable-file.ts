import "server-only";

import { wordsOf } from "#lib/i18n/words-of.ts";
import { readStylesheets } from "#lib/security/requests/addresses.ts";
import { BUTTON, escaped, plainPage } from "#lib/security/requests/plain-page.ts";
import { RETRY_AFTER_SECONDS } from "#lib/telemetry/current-request.ts";

/** Returns the answer of a file's address while the ticketing service does not answer: a page that says so. */
export function unavailableFile(locale: string, place: "event" | "order"): Response {
  const { Errors } = wordsOf(locale);
  const again = `<a href="" class="${BUTTON}">${escaped(Errors.retry)}</a>`;
  const page = { ...Errors[place], locale, below: [again], stylesheets: readStylesheets(process.cwd()) };
  return new Response(plainPage(page), {
    status: 503,
    headers: {
      "Cache-Control": "no-store",
      "Content-Type": "text/html; charset=utf-8",
      "Retry-After": RETRY_AFTER_SECONDS,
    },
  });
}
