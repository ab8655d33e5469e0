import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";

/** A link to the page that replaces the order's link. */
export async function NewLink({ link }: { readonly link: string }) {
  const [t, locale] = await Promise.all([getTranslations("NewLink"), getLocale()]);
  return (
    <p className="mt-10 text-sm text-ink-muted print:hidden">
      {t("question")}{" "}
      <a href={`/${locale}/sales/${link}/new-link` as Route} className="tap underline underline-offset-4">
        {t("send")}
      </a>
    </p>
  );
}
