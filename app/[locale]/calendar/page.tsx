import { CalendarPage, calendarMetadata, thisMonth } from "#app/[locale]/calendar/calendar-page.tsx";
import { SHOP_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticMetadata, staticPage } from "#app/static-page.tsx";
import type { Locale } from "#lib/i18n/routing.ts";

export const revalidate = 40;
export const dynamic = "error";

type Props = PageProps<"/[locale]/calendar">;

export const generateMetadata = staticMetadata<Props>(async (_props, locale) =>
  calendarMetadata(locale, (await thisMonth()).month),
);

export default staticPage<Props>(ThisMonthPage, SHOP_FALLBACKS);

/** The present month in the shop's time zone. */
async function ThisMonthPage(_props: Props, locale: Locale) {
  return CalendarPage({ locale, month: (await thisMonth()).month });
}
