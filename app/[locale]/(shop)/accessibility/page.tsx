import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { pageMetadata } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { SHOP_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticMetadata, staticPage } from "#app/static-page.tsx";
import { mailLink } from "#components/site/mail-link.tsx";
import { currentBrand, currentSeller } from "#lib/catalogue/seller.ts";
import { dateInFull } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";

export const revalidate = 40;
export const dynamic = "error";

type Props = PageProps<"/[locale]/accessibility">;

/** When the software was last assessed. Change it with what the statement says. */
const ASSESSED_ON = "2026-11-28";

export const generateMetadata = staticMetadata<Props>(async (_props, locale) => {
  const t = await getTranslations({ locale, namespace: "Accessibility" });
  const description = t("description", { brand: (await currentBrand()).name });
  return pageMetadata(locale, { title: t("title"), description, path: "/accessibility" });
});

export default staticPage<Props>(AccessibilityPage, SHOP_FALLBACKS);

/** The shop's accessibility statement, as laws ask for: what was tested, what is not accessible, and how to complain. */
async function AccessibilityPage(_props: Props, locale: Locale) {
  const [t, { name: seller, email }, brand] = await Promise.all([
    getTranslations("Accessibility"),
    currentSeller(),
    currentBrand(),
  ]);
  const date = dateInFull(ASSESSED_ON, locale, "UTC");
  return (
    <div className="gutter mx-auto flex max-w-2xl flex-col gap-10 py-10 text-pretty lg:py-16">
      <div className="flex flex-col gap-4">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="text-lg text-ink-muted">{t("intro", { seller, brand: brand.name })}</p>
      </div>
      <Part title={t("status.title")}>
        <p>{t("status.standard")}</p>
        <p>{t("status.partial")}</p>
      </Part>
      <Part title={t("tested.title")}>
        <p>{t("tested.text", { date })}</p>
        <Points
          points={[t("tested.axe"), t("tested.size"), t("tested.keyboard"), t("tested.names"), t("tested.motion")]}
        />
        <p>{t("tested.not")}</p>
      </Part>
      <Part title={t("limits.title")}>
        <Points points={[t("limits.content"), t("limits.pdf"), t("limits.time"), t("limits.others")]} />
      </Part>
      <Part title={t("report.title")}>
        <p>
          {email === undefined
            ? t("report.seller", { seller })
            : t.rich("report.mail", { email, link: mailLink(email) })}
        </p>
        <p>{t("report.text")}</p>
      </Part>
      <Part title={t("complain.title")}>
        <p>{t("complain.text")}</p>
        <p>{t("complain.europe")}</p>
      </Part>
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function Points({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 ps-5">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
