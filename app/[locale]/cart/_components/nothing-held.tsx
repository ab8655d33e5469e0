import type { Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";

export async function NothingHeld({ locale }: { readonly locale: string }) {
  const t = await getTranslations("Hold");
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col items-start gap-5 py-12 lg:py-20">
      <h1 className="text-3xl">{t("nothingTitle")}</h1>
      <p className="text-lg text-ink-muted">{t("nothingText")}</p>
      <Link href={`/${locale}` as Route} className={buttonClass()}>
        {t("toList")}
      </Link>
    </div>
  );
}
