import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { daysText } from "#lib/i18n/date-text.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { SourcesFilter } from "./_components/sources-filter.tsx";
import { SourcesTable } from "./_components/sources-table.tsx";
import { sourcesOf } from "./sources-of.ts";
import { hasConversion, sourcesAddress } from "./sources-query.ts";

type Props = PageProps<"/[locale]/promoter/reports/sources">;

export const metadata = NOT_INDEXED;

export default promoterPage(SourcesPage, ["REPORTS"]);

/** What each link, embed, campaign and poster opened, reserved and sold. The rows add up to all sales. */
async function SourcesPage({ searchParams }: Props, at: AtWork) {
  const { locale, promoter } = at;
  const now = new Date();
  const [found, t] = await Promise.all([sourcesOf(at, await searchParams, now), getTranslations("Reports")]);
  if (found === undefined) return undefined;
  const { query, today, events, report } = found;
  if (report === undefined) return <NotOffered locale={locale} />;
  const path = `/${locale}/promoter/reports/sources`;
  const isEmpty = report.rows.every(({ opened, reserved, orders }) => opened + reserved + orders === 0);
  return (
    <>
      <PageHeader
        title={t("sources")}
        text={
          <span className="block max-w-xl">
            {t("text", { days: daysText(query.from, query.to ?? today, locale, now) })}
          </span>
        }
      >
        <a href={sourcesAddress(`${path}/csv`, query) as Route} download className={buttonClass("secondary")}>
          {t("csv")}
        </a>
        {isAllowed(["MANAGE"], promoter.capabilities) && (
          <a href={`/${locale}/promoter/share?for=list` as Route} className={buttonClass()}>
            {t("create")}
          </a>
        )}
      </PageHeader>
      <SourcesFilter query={query} today={today} events={events} />
      <section aria-label={t("sources")} className="rounded-xl border border-line bg-surface shadow-raise">
        {isEmpty ? (
          <EmptyState title={t("none")} text={t("noneText")} />
        ) : (
          <>
            <SourcesTable report={report} hasConversion={hasConversion(query, today)} locale={locale} />
            <p className="border-t border-line px-5 py-3 text-sm text-ink-muted lg:px-6">{t("addUp")}</p>
          </>
        )}
      </section>
      <section aria-labelledby="about" className="mt-6 max-w-3xl text-sm text-ink-muted">
        <h2 id="about" className="mb-2 text-base text-ink">
          {t("about")}
        </h2>
        <ul className="grid list-disc gap-1 ps-5">
          {(["plain", "script", "people"] as const).map((one) => (
            <li key={one}>{t(`notCounted.${one}`)}</li>
          ))}
          <li>{t("reservedText")}</li>
          <li>{t("soldText")}</li>
          <li>{t("oldText")}</li>
          <li>{t(query.event === undefined ? "conversionText" : "notCounted.ofEvent")}</li>
        </ul>
      </section>
      <PageTitle>{t("sources")}</PageTitle>
    </>
  );
}
