import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { localeFrom } from "#lib/i18n/routing.ts";

/** The frame of the pages before a session: the name of the shop, and the way back for a buyer who came here by mistake. */
export default async function SignInLayout({ params, children }: LayoutProps<"/[locale]/promoter/sign-in">) {
  const locale = localeFrom((await params).locale);
  const t = await getTranslations({ locale, namespace: "PromoterSignIn" });
  return (
    <div className="flex flex-1 flex-col justify-center py-6 sm:py-10">
      <header className="gutter mx-auto w-full max-w-md">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <a href={`/${locale}/promoter` as Route} className="tap font-display text-xl font-extrabold no-underline">
            <bdi>{(await currentBrand()).name}</bdi>
          </a>
          <span className="text-ink-muted">{t("forPromoters")}</span>
        </p>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <footer className="gutter mx-auto w-full max-w-md text-sm text-ink-muted">
        <p>
          {t.rich("buyers", {
            link: (chunks) => (
              <a href={`/${locale}/find-tickets` as Route} className="tap underline underline-offset-4">
                {chunks}
              </a>
            ),
          })}
        </p>
      </footer>
    </div>
  );
}
