import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import type { Locale } from "#lib/i18n/routing.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(RepliesConfirmedPage);

/** Says that an address for replies was confirmed. Whoever confirmed it may have no access to the settings. */
async function RepliesConfirmedPage(_props: PageProps<"/[locale]/promoter/sign-in/replies/confirmed">, locale: Locale) {
  const t = await getTranslations("ReplyAddress");
  return (
    <div className="gutter mx-auto flex max-w-md flex-col items-start gap-6 py-10">
      <FocusPanel tone="ok" role="status" className="w-full">
        <h1 className="text-2xl">{t("done")}</h1>
        <p className="mt-1">{t("doneText")}</p>
      </FocusPanel>
      <a href={`/${locale}/promoter/settings/mail` as Route} className={buttonClass("secondary", "max-sm:w-full")}>
        {t("toSettings")}
      </a>
      <PageTitle>{t("done")}</PageTitle>
    </div>
  );
}
