import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { FramedList } from "#app/(frame)/[locale]/embed/_components/framed-list.tsx";
import { routing } from "#i18n/routing.ts";
import { catalogueProgramme } from "#lib/catalogue/events.ts";

export const revalidate = 300;
export const dynamic = "error";

type Props = PageProps<"/[locale]/embed/events">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "List" });
  return { title: t("title") };
}

/** The list of events, for `<foyer-events>`. */
export default async function EmbeddedListPage({ params }: Props) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  const [t, { value }] = await Promise.all([getTranslations("List"), catalogueProgramme()]);
  const events = value?.events ?? [];
  return (
    <FramedList title={t("title")} events={events} nothing={t(value ? "empty" : "unavailableText")} locale={locale} />
  );
}
