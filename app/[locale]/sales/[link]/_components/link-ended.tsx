import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { YourTickets } from "#app/[locale]/_components/your-tickets.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";

/**
 * The same page for a revoked, an expired and an unknown link of an order or a ticket, with the ways back to the tickets.
 * A device that paid lists its orders with their present links.
 */
export async function LinkEnded({ locale }: { readonly locale: string }) {
  const [t, find, errors] = await Promise.all([
    getTranslations("LinkEnded"),
    getTranslations("FindTickets"),
    getTranslations("Errors"),
  ]);
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col items-start gap-8 py-10 lg:py-16">
      <div className="flex flex-col items-start gap-5">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="text-lg text-pretty text-ink-muted">{t("text")}</p>
        <div className="flex flex-wrap gap-3">
          {areMessagesSent() && (
            <a href={`/${locale}/find-tickets` as Route} className={buttonClass()}>
              {find("title")}
            </a>
          )}
          <a href={`/${locale}` as Route} className={buttonClass("secondary")}>
            {errors("toList")}
          </a>
        </div>
      </div>
      <YourTickets locale={locale} />
    </div>
  );
}
