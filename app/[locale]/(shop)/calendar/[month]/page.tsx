import { CalendarPage, calendarMetadata, thisMonth } from "#app/[locale]/(shop)/calendar/calendar-page.tsx";
import { SHOP_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticMetadata, staticPage } from "#app/static-page.tsx";
import { isInCalendarRange } from "#lib/catalogue/search-query.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { type Month, parseMonth } from "#lib/ticketing/model/day.ts";

export const revalidate = 40;
export const dynamic = "error";

type Props = PageProps<"/[locale]/calendar/[month]">;

/** Pages are rendered on their first request. */
export function generateStaticParams() {
  return [];
}

export const generateMetadata = staticMetadata<Props>(async ({ params }, locale) => {
  const month = await monthFrom((await params).month);
  return month === undefined ? undefined : calendarMetadata(locale, month);
});

export default staticPage<Props>(MonthPage, SHOP_FALLBACKS);

async function MonthPage({ params }: Props, locale: Locale) {
  const month = await monthFrom((await params).month);
  // Called as a function, not rendered as an element, so that `staticPage` catches its faults.
  return month === undefined ? undefined : CalendarPage({ locale, month });
}

/** Returns the month of the URL; `undefined` if it is invalid or out of range, so that a crawler stops at the end of the range. */
async function monthFrom(text: string): Promise<Month | undefined> {
  const month = parseMonth(text);
  if (month === undefined) return undefined;
  const { month: now } = await thisMonth();
  return isInCalendarRange(month, now) ? month : undefined;
}
