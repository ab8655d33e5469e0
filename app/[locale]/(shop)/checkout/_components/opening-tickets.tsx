import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { PageTitle } from "#app/page-title.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Locale } from "#lib/i18n/routing.ts";
import { sealDeviceLink } from "#lib/session/links/links.ts";

type OpeningTicketsProps = { readonly saleKeys: readonly string[]; readonly locale: Locale };

/**
 * Says that the order is paid, and opens its tickets in place of this page, so that Back does not lead to it. A redirect would leave
 * the page blank until they have loaded. It works with and without script; the link is for browsers that refuse refreshes.
 */
export async function OpeningTickets({ saleKeys, locale }: OpeningTicketsProps) {
  const t = await getTranslations("Checking");
  const href = `/${locale}/sales/${await sealDeviceLink([...new Set(saleKeys)])}` as Route;
  return (
    <div data-checkout="" className="gutter mx-auto w-full max-w-2xl py-10 lg:py-16">
      <meta httpEquiv="refresh" content={`0;url=${href}`} />
      <Panel className="flex flex-col items-start gap-5 p-6 shadow-raise sm:p-8">
        <h1 className="text-3xl">{t("paid")}</h1>
        <a href={href} className="tap inline-flex items-center underline underline-offset-4">
          {t("openTickets")}
        </a>
      </Panel>
      <PageTitle>{t("paid")}</PageTitle>
    </div>
  );
}
