import type { Route } from "next";
import { headers } from "next/headers";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { env } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { pageBefore } from "#lib/security/same-origin.ts";

type OutOfDateProps = PageProps<"/[locale]/out-of-date">;

export const metadata = SECRET_ADDRESS;

/**
 * For a buyer without script who sent a form of another build; the reverse proxy (`deploy/`) redirects here. Links back to the
 * form's page, or to the cart if the browser sent no Referer.
 */
export default async function OutOfDatePage({ params }: OutOfDateProps) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const [t, sent] = await Promise.all([getTranslations("OutOfDate"), headers()]);
  const before = pageBefore(sent.get("referer"), env().FOYER_ORIGIN);
  return (
    <div className="gutter mx-auto max-w-6xl py-10 sm:py-16">
      <div className="flex max-w-3xl flex-col items-start gap-5">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="max-w-2xl text-lg text-pretty text-ink-muted">{t("text")}</p>
        <a href={(before ?? `/${locale}/cart`) as Route} className={buttonClass()}>
          {t(before === undefined ? "toCart" : "continue")}
        </a>
      </div>
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}
