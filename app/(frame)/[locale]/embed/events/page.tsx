import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { InFrame } from "#app/(frame)/[locale]/_components/in-frame.tsx";
import { EventLinks } from "#app/(frame)/[locale]/embed/events/_components/event-links.tsx";
import { EventRow } from "#app/(frame)/[locale]/embed/events/_components/event-row.tsx";
import { hueOf } from "#components/accent.ts";
import { routing } from "#i18n/routing.ts";
import { catalogueProgramme } from "#lib/catalogue/events.ts";
import { brand } from "#lib/env.ts";

export const revalidate = 300;
export const dynamic = "error";

export async function generateMetadata({ params }: PageProps<"/[locale]/embed/events">): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "List" });
  return { title: t("title") };
}

/** What is on, inside a promoter's page. Each event opens on our own, in the whole window. */
export default async function EmbeddedListPage({ params }: PageProps<"/[locale]/embed/events">) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  const [t, { value }] = await Promise.all([getTranslations("List"), catalogueProgramme()]);
  const now = new Date();
  const rank = (status: string) => (status === "ON_SALE" ? 0 : 1);
  const events = (value?.events ?? [])
    .filter(({ saleStatus }) => saleStatus !== "CLOSED" && saleStatus !== "CANCELLED")
    .toSorted((a, b) => rank(a.saleStatus) - rank(b.saleStatus) || starts(a.firstDate) - starts(b.firstDate));

  return (
    <>
      <InFrame />
      <h1 className="sr-only">{t("title")}</h1>
      {value === undefined && <p className="p-4 text-ink-muted">{t("unavailableText")}</p>}
      {value !== undefined && events.length === 0 && <p className="p-4 text-ink-muted">{t("empty")}</p>}
      <EventLinks
        locale={locale}
        events={events.map((event) => ({
          id: event.id,
          row: <EventRow event={event} locale={locale} now={now} brandHue={hueOf(brand().BRAND_COLOUR)} />,
        }))}
      />
    </>
  );
}

function starts(at: string | undefined): number {
  return Date.parse(at ?? "9999-12-31");
}
