import type { Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.tsx";

type NothingHeldProps = {
  readonly locale: string;
  /** How it came to that, if it just did. */
  readonly news: ReactNode;
};

export async function NothingHeld({ locale, news }: NothingHeldProps) {
  const t = await getTranslations("Hold");
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col items-start gap-5 py-12 lg:py-20">
      {news}
      <h1 className="text-3xl">{t("nothingTitle")}</h1>
      <p className="text-lg text-ink-muted">{t("nothingText")}</p>
      <Link href={`/${locale}` as Route} className={buttonClass()}>
        {t("toList")}
      </Link>
    </div>
  );
}
