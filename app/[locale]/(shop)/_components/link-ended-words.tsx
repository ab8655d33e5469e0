import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { isBuilding } from "#lib/env.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";

type Props = { readonly locale: string; readonly orders?: ReactNode };

/** The page of a link that opens nothing, for the visitor who has these orders, or without them for everyone. */
export async function LinkEndedWords({ locale, orders }: Props) {
  const [t, errors] = await Promise.all([getTranslations("LinkEnded"), getTranslations("Errors")]);
  return (
    <div className="gutter mx-auto flex w-full max-w-6xl flex-col items-start gap-10 py-10 sm:py-16">
      <div className="flex max-w-3xl flex-col items-start gap-5">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="max-w-2xl text-lg text-pretty text-ink-muted">{t("text")}</p>
        <div className="flex flex-wrap gap-3">
          {!isBuilding() && areMessagesSent() && (
            <a href={`/${locale}/find-tickets` as Route} className={buttonClass()}>
              {t("button")}
            </a>
          )}
          <a href={`/${locale}` as Route} className={buttonClass("secondary")}>
            {errors("toList")}
          </a>
        </div>
      </div>
      {orders}
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}
