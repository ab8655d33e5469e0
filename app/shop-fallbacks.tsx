import { NotFoundPage } from "#app/not-found-page.tsx";
import { UnavailablePage } from "#app/unavailable-page.tsx";

/** What a page of the shop shows instead of its content, for `staticPage`. */
export const SHOP_FALLBACKS = { Missing: NotFoundPage, Unavailable: UnavailablePage };

/** The same for the page of an event. */
export const EVENT_FALLBACKS = { ...SHOP_FALLBACKS, Missing: NoSuchEvent };

function NoSuchEvent({ locale }: { readonly locale: string }) {
  return <NotFoundPage locale={locale} isEvent />;
}
