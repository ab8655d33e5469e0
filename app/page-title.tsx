import { brand } from "#lib/env.ts";
import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

/** Returns a document's title: that of the page, and the shop. */
export function documentTitle(title: string): string {
  return `${title} · ${brand().BRAND_NAME}`;
}

/** Returns a page's title that says first that a form of it came back with an error, where it did. */
export function titleWithError(title: string, locale: string, isError: boolean): string {
  return isError ? fill(wordsOf(locale).Errors.titleWithError, { title }) : title;
}

/**
 * The document's title. The framework's metadata would arrive up to 650 ms after a page that a link opens, and until then there is no
 * title. It stands at the end of its page, since the first title in the server's document counts: an `ErrorTitle` comes before it.
 * Nothing in it waits, so that it is part of the page's own answer.
 */
export function PageTitle({ children }: { readonly children: string }) {
  return <title>{documentTitle(children)}</title>;
}
