import { NotFoundPage } from "#app/not-found-page.tsx";
import { UnavailablePage } from "#app/unavailable-page.tsx";
import { wordsOf } from "#lib/i18n/words-of.ts";

/** What a page of the shop shows instead of its content, for `staticPage`. */
export const SHOP_FALLBACKS = { Missing: NotFoundPage, Unavailable: UnavailablePage };

/** The same for the page of an event. */
export const EVENT_FALLBACKS = { Missing: NoSuchEvent, Unavailable: NoEventNow };

function NoSuchEvent({ locale }: { readonly locale: string }) {
  return <NotFoundPage locale={locale} isEvent />;
}

function NoEventNow({ locale }: { readonly locale: string }) {
  return <UnavailablePage locale={locale} words={wordsOf(locale).Errors.event} />;
}
