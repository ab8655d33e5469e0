import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import { CalendarPage, calendarMetadata, thisMonth } from "#app/[locale]/calendar/calendar-page.tsx";
import { localeFrom } from "#i18n/locale-of.ts";
import { routing } from "#i18n/routing.ts";

export const revalidate = 300;
export const dynamic = "error";

export async function generateMetadata({ params }: PageProps<"/[locale]/calendar">): Promise<Metadata> {
  return calendarMetadata(localeFrom((await params).locale), (await thisMonth()).month);
}

/** The present month in the shop's time zone. */
export default async function ThisMonthPage({ params }: PageProps<"/[locale]/calendar">) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  return <CalendarPage locale={locale} month={(await thisMonth()).month} />;
}
