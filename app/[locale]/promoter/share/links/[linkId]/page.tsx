import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { PartnerPanel } from "#app/[locale]/promoter/share/links/_components/partner-panel.tsx";
import { changeLink, createLink } from "#app/[locale]/promoter/share/links/actions.ts";
import { kitOf } from "#app/[locale]/promoter/share/links/kit-of.ts";
import { targetChoices } from "#app/[locale]/promoter/share/own-target.ts";
import { oneOf } from "#app/[locale]/promoter/share/share-query.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { idOf } from "#lib/catalogue/event-link.ts";
import { isKnownMissing } from "#lib/ticketing/client/extension.ts";
import { getLink, LINK_FIELDS, linkValues, NEW_LINK_FIELDS } from "#lib/ticketing/manage/links.ts";

type Props = PageProps<"/[locale]/promoter/share/links/[linkId]">;

export const metadata = NOT_INDEXED;

export default promoterPage(LinkPage, ["MANAGE"]);

/** A link and its partner; at `new` the form of one that there is not yet. */
async function LinkPage({ params, searchParams }: Props, at: AtWork) {
  const { credential, locale } = at;
  const [{ linkId }, typed, t, tReports] = await Promise.all([
    params,
    searchParams,
    getTranslations("Links"),
    getTranslations("Reports"),
  ]);
  const back = { href: `/${locale}/promoter/share/links`, label: t("title") };
  const page = { locale, screen: "Links", back } as const;
  if (linkId === "new") {
    if (isKnownMissing("listLinks")) return <NotOffered locale={locale} />;
    const targets = Object.values(await targetChoices(at)).flat();
    const opens = targets.find(({ value }) => value === oneOf(typed, "for"))?.value ?? "list";
    return (
      <FormPage
        {...page}
        fields={NEW_LINK_FIELDS}
        action={createLink}
        initial={{ opens }}
        options={{ targets }}
        title={t("add")}
        text={t("addText")}
        button={t("create")}
      />
    );
  }
  const id = idOf(linkId);
  const link = id === undefined ? undefined : await getLink(credential, id);
  if (id === undefined || link === undefined) return undefined;
  const opens = link.opens?.name ?? t("list");
  return (
    <div className="grid items-start gap-x-10 gap-y-8 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div>
        <FormPage
          {...page}
          fields={LINK_FIELDS}
          action={changeLink}
          opened={{ id, values: linkValues(link) }}
          title={link.name}
          text={`${t(link.kind)} · \u2068${link.ref}\u2069 · \u2068${opens}\u2069`}
          saved={typed.saved}
        />
      </div>
      <div className="flex flex-col gap-4 xl:mt-20">
        {link.ended === undefined && (
          <a href={kitOf(link, locale) as Route} className={buttonClass("secondary")}>
            {t("toKit")}
          </a>
        )}
        {!isKnownMissing("listSources") && (
          <a href={`/${locale}/promoter/reports/sources` as Route} className={buttonClass("secondary")}>
            {tReports("sources")}
          </a>
        )}
        <PartnerPanel link={link} locale={locale} ended={oneOf(typed, "ended")} />
      </div>
    </div>
  );
}
