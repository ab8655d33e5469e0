import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";

/** The not-found page, with a link to the list. */
export async function NotFoundPage({ locale }: { readonly locale: string }) {
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace: "Errors" }),
    getTranslations({ locale, namespace: "Common" }),
  ]);
  return (
    <div className="gutter mx-auto flex max-w-2xl flex-col items-start gap-5 py-16">
      <p className="figures font-display text-4xl font-extrabold text-accent-text" aria-hidden="true">
        404
      </p>
      <h1 className="text-3xl">{t("notFoundTitle")}</h1>
      <p className="text-ink-muted">{t("notFoundText")}</p>
      <div className="flex flex-wrap gap-3">
        <a href={`/${locale}` as Route} className={buttonClass()}>
          {t("toList")}
        </a>
        <a href={`/${locale}/search` as Route} className={buttonClass("secondary")}>
          {common("search")}
        </a>
      </div>
    </div>
  );
}
