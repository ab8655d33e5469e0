import { Link as LinkIcon, ScrollText, TriangleAlert } from "lucide";
import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { ConfirmPage } from "#app/[locale]/promoter/_components/confirm-page.tsx";
import { ChangeForm } from "#app/[locale]/promoter/_components/form/change-form.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { endSite } from "#app/[locale]/promoter/settings/embeds/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { idOf } from "#lib/catalogue/event-link.ts";
import { env } from "#lib/env.ts";
import { hostOf } from "#lib/promoter/allowed-sites.ts";
import { isRegistered } from "#lib/promoter/host-check.ts";
import { getSite } from "#lib/ticketing/manage/sites.ts";

type Props = PageProps<"/[locale]/promoter/settings/embeds/[siteId]/remove">;

export const metadata = NOT_INDEXED;

export default promoterPage(RemovePage, ["MANAGE"]);

/** Asks before a site may no longer show embeds. */
async function RemovePage({ params }: Props, { credential, locale }: AtWork) {
  const id = idOf((await params).siteId);
  const site = id && (await getSite(credential, id));
  if (!site) return undefined;
  const [t, { Common, Errors, PromoterForm }] = await Promise.all([getTranslations("Sites"), getMessages()]);
  const host = hostOf(site.origin);
  const title = t("removeTitle", { host });
  const isOfOperatorToo = isRegistered(site.origin, env().EMBED_ORIGINS);
  return (
    <>
      <ConfirmPage
        title={title}
        change={
          <>
            <p className="font-semibold wrap-anywhere">
              <bdi>{site.origin}</bdi>
            </p>
            <p className="text-sm text-ink-muted">{t("ticketsSold", { count: site.tickets })}</p>
          </>
        }
        affectedTitle={t("whatHappens")}
        affected={[
          { icon: LinkIcon, text: t(isOfOperatorToo ? "removeOfOperator" : "removeChanges") },
          { icon: ScrollText, text: t("removeStays") },
          { icon: TriangleAlert, text: t("removeReturn") },
        ]}
      >
        <ChangeForm
          action={endSite}
          hidden={{ locale, id }}
          buttons={[
            {
              children: t("removeButton", { host }),
              pendingLabel: PromoterForm.saving,
              className: "min-h-12 max-sm:w-full",
            },
          ]}
          words={{ title, problem: Common.problem, lost: Errors.lost }}
        >
          <a
            href={`/${locale}/promoter/settings/embeds/${id}` as Route}
            className={buttonClass("secondary", "max-sm:w-full")}
          >
            {PromoterForm.cancel}
          </a>
        </ChangeForm>
      </ConfirmPage>
      <PageTitle>{title}</PageTitle>
    </>
  );
}
