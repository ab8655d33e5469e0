import { CalendarPage, calendarMetadata, firstMonth } from "#app/[locale]/(shop)/calendar/calendar-page.tsx";
import { SHOP_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticMetadata, staticPage } from "#app/static-page.tsx";
import type { Locale } from "#lib/i18n/routing.ts";

export const revalidate = 40;
export const dynamic = "error";

type Props = PageProps<"/[locale]/calendar">;

export const generateMetadata = staticMetadata<Props>(async (_props, locale) =>
  calendarMetadata(locale, await firstMonth()),
);

export default staticPage<Props>(FirstMonthPage, SHOP_FALLBACKS);

/** The first month with dates. */
async function FirstMonthPage(_props: Props, locale: Locale) {
  return CalendarPage({ locale, month: await firstMonth() });
}
