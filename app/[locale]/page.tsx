import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { inOrder, Programme, placedTime } from "#app/[locale]/_components/programme.tsx";
import { placedAt } from "#app/placed-at.ts";
import { hueOf } from "#components/accent.ts";
import { Panel } from "#components/ui/panel.tsx";
import { routing } from "#i18n/routing.ts";
import { catalogueEvents } from "#lib/catalogue/events.ts";
import { brand } from "#lib/env.ts";

export const revalidate = 300;
export const dynamic = "error";

export async function generateMetadata({ params }: PageProps<"/[locale]">): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "List" });
  return { title: t("title"), description: t("description"), ...placedAt(locale, "") };
}

export default async function ListPage({ params }: PageProps<"/[locale]">) {
  const { locale } = await params;
  // A page is drawn beside its layout, which turns the same address away.
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  const [t, common, { value, asOf }] = await Promise.all([
    getTranslations("List"),
    getTranslations("Common"),
    catalogueEvents(),
  ]);
  const [first, ...others] = inOrder(value ?? []);

  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-5 pt-3 pb-8 sm:gap-8 sm:pt-8">
      <h1 className="text-4xl">{t("title")}</h1>
      {asOf !== undefined && first !== undefined && (
        <p className="text-sm text-warn">
          {common("asOf", { time: placedTime(asOf, locale, first.venue, (place) => common("placeTime", { place })) })}
        </p>
      )}
      {value === undefined && (
        <Panel tone="warn">
          <h2 className="text-xl">{t("unavailable")}</h2>
          <p className="mt-1 text-ink-muted">{t("unavailableText")}</p>
        </Panel>
      )}
      {value !== undefined && first === undefined && (
        <Panel className="flex flex-col items-center gap-1 py-16 text-center">
          <h2 className="text-2xl">{t("empty")}</h2>
          <p className="text-ink-muted">{t("emptyText")}</p>
        </Panel>
      )}
      {first !== undefined && (
        <Programme
          events={[first, ...others]}
          locale={locale}
          now={new Date()}
          brandHue={hueOf(brand().BRAND_COLOUR)}
        />
      )}
    </div>
  );
}
