import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { SettingsHeader } from "#app/[locale]/promoter/settings/_components/settings-page.tsx";
import { SiteTable } from "#app/[locale]/promoter/settings/embeds/_components/site-table.tsx";
import { addSite } from "#app/[locale]/promoter/settings/embeds/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { listAccountSites, NEW_SITE_FIELDS } from "#lib/ticketing/manage/sites.ts";

type Props = PageProps<"/[locale]/promoter/settings/embeds">;

export const metadata = NOT_INDEXED;

export default promoterPage(EmbedsPage, ["MANAGE"]);

/** The sites whose pages may show the account's embeds, and the form that adds one. */
async function EmbedsPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const [{ removed }, sites, t, { Sites }] = await Promise.all([
    searchParams,
    listAccountSites(credential, accountId),
    getTranslations("Sites"),
    getMessages(),
  ]);
  if (sites === undefined) return <NotOffered locale={locale} />;
  const path = `/${locale}/promoter/settings/embeds`;
  return (
    <>
      <FormPage
        locale={locale}
        screen="Sites"
        fields={NEW_SITE_FIELDS}
        action={addSite}
        title={t("title")}
        heading={
          <>
            <SettingsHeader part="embeds" locale={locale} />
            {removed !== undefined && (
              <FocusPanel tone="ok" role="status" className="mb-5 py-3 font-semibold">
                {t("removed")}
              </FocusPanel>
            )}
            <SiteTable sites={sites} path={path} />
          </>
        }
        back={{ href: path, label: t("title") }}
        button={Sites.add}
      />
      <Panel className="mt-8 max-w-3xl shadow-raise">
        <h2 className="text-lg">{t("everywhere")}</h2>
        <p className="mt-2">{t("everywhereText")}</p>
        <a href={`/${locale}/promoter/share?for=list` as Route} className={buttonClass("secondary", "mt-4")}>
          {t("share")}
        </a>
      </Panel>
    </>
  );
}
