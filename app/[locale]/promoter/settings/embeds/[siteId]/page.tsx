import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { HostCheck } from "#app/[locale]/promoter/_components/host-check/host-check.tsx";
import { typedPage } from "#app/[locale]/promoter/_components/host-check/typed-page.ts";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { changeSite } from "#app/[locale]/promoter/settings/embeds/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { idOf } from "#lib/catalogue/event-link.ts";
import { hostOf } from "#lib/promoter/allowed-sites.ts";
import { getSite, SITE_FIELDS, siteValuesOf } from "#lib/ticketing/manage/sites.ts";
import { isSiteOrigin } from "#lib/ticketing/sites.ts";

type Props = PageProps<"/[locale]/promoter/settings/embeds/[siteId]">;

export const metadata = NOT_INDEXED;

export default promoterPage(SitePage, ["MANAGE"]);

/** A site: whether embeds work on it, and where buyers may come back to. */
async function SitePage({ params, searchParams }: Props, at: AtWork) {
  const { credential, locale } = at;
  const [{ siteId }, query] = await Promise.all([params, searchParams]);
  const id = idOf(siteId);
  const site = id && (await getSite(credential, id));
  if (!site) return undefined;
  const [t, { Sites }] = await Promise.all([getTranslations("Sites"), getMessages()]);
  const host = hostOf(site.origin);
  const list = `/${locale}/promoter/settings/embeds`;
  const { page, pasted } = typedPage(query);
  const isFit = isSiteOrigin(site.origin);
  return (
    <FormPage
      locale={locale}
      screen="Sites"
      fields={SITE_FIELDS}
      action={changeSite}
      opened={{ id, values: siteValuesOf(site) }}
      title={host}
      heading={
        <>
          {query.added !== undefined && isFit && (
            <FocusPanel tone="ok" role="status" className="mb-5 py-3 font-semibold">
              {t("added", { host })}
            </FocusPanel>
          )}
          <BackLink href={list}>{t("title")}</BackLink>
          <PageHeader title={<bdi>{host}</bdi>} text={t("ticketsSold", { count: site.tickets })}>
            <a href={`/${locale}/promoter/share?for=list` as Route} className={buttonClass("secondary")}>
              {t("share")}
            </a>
            <a href={`${list}/${id}/remove` as Route} className={buttonClass("secondary")}>
              {t("remove")} <span className="sr-only">{host}</span>
            </a>
          </PageHeader>
          {!isFit && (
            <Panel tone="warn" className="mb-5">
              {t("unfit")}
            </Panel>
          )}
          <HostCheck at={at} typed={{ page: page || site.origin, pasted }} isSubmitted={page !== ""} />
        </>
      }
      back={{ href: list, label: t("title") }}
      saved={query.added === undefined ? query.saved : undefined}
      button={Sites.save}
    />
  );
}
