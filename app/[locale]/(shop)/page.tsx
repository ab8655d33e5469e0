import type { Metadata, Route } from "next";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { SHOP_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticPage } from "#app/static-page.tsx";
import { AsOf } from "#components/events/as-of.tsx";
import { EventCards, inOrder } from "#components/events/event-cards.tsx";
import { EventGroups, FindEvents } from "#components/events/find-events.tsx";
import { NotAllShown } from "#components/events/not-all-shown.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { catalogueFacets } from "#lib/catalogue/calendar.ts";
import { catalogueEvents } from "#lib/catalogue/events.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { seasonLacks } from "#lib/catalogue/season/season.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

export const revalidate = 40;
export const dynamic = "error";

export async function generateMetadata({ params }: PageProps<"/[locale]">): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "List" });
  const types = { "application/json": `/${locale}/events.json`, "text/calendar": `/${locale}/events.ics` };
  return pageMetadata(locale, { title: t("title"), description: t("description"), path: "", types });
}

export default staticPage<PageProps<"/[locale]">>(ListPage, SHOP_FALLBACKS);

async function ListPage(_props: PageProps<"/[locale]">, locale: Locale) {
  const [t, { value, asOf }, facets] = await Promise.all([
    getTranslations("List"),
    catalogueEvents(),
    // The list does not need the filters.
    catalogueFacets(),
  ]);
  const events = inOrder(value?.events ?? []);
  const [first] = events;
  const pictures = await picturesOf(events);

  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-5 pt-3 pb-8 sm:gap-8 sm:pt-8">
      <div className="flex flex-col gap-4 lg:flex-row lg:items-end lg:justify-between lg:gap-12">
        <h1 className="text-4xl">{t("title")}</h1>
        {first !== undefined && <FindEvents locale={locale} tags={facets.value?.tags ?? []} />}
      </div>
      {asOf !== undefined && first !== undefined && <AsOf at={asOf} venue={first.venue} locale={locale} />}
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
        <EventCards
          hasLead
          events={events}
          locale={locale}
          pictures={pictures}
          now={new Date()}
          brandHue={await currentHue()}
        />
      )}
      <NotAllShown isPart={seasonLacks() === "events"} />
      {value !== undefined && value.total > events.length && (
        <div className="flex flex-col items-center gap-3 border-t border-line pt-8">
          <p className="figures text-sm text-ink-muted">{t("shown", { shown: events.length, total: value.total })}</p>
          <PageLink href={`/${locale}/search?page=2` as Route} className={buttonClass("secondary")}>
            {t("more")}
          </PageLink>
        </div>
      )}
      <EventGroups groups={facets.value?.eventGroups ?? []} locale={locale} />
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}
