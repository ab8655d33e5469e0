import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import { CalendarPage, calendarMetadata, thisMonth } from "#app/[locale]/calendar/calendar-page.tsx";
import { localeFrom } from "#i18n/locale-of.ts";
import { routing } from "#i18n/routing.ts";
import { type Month, parseMonth } from "#lib/domain/catalogue/day.ts";
import { isInCalendarRange } from "#lib/domain/catalogue/search.ts";

export const revalidate = 300;
export const dynamic = "error";

type Props = PageProps<"/[locale]/calendar/[month]">;

/** Pages are rendered on their first request. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, month } = await params;
  return calendarMetadata(localeFrom(locale), await monthFrom(month));
}

export default async function MonthPage({ params }: Props) {
  const { locale, month } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  return <CalendarPage locale={locale} month={await monthFrom(month)} />;
}

/** Returns the month of the URL. Months out of range are not found, so that a crawler ends. */
async function monthFrom(text: string): Promise<Month> {
  const month = parseMonth(text);
  if (month === undefined) notFound();
  const { month: now } = await thisMonth();
  return isInCalendarRange(month, now) ? month : notFound();
}
