import type { Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.tsx";

type NothingHeldProps = {
  readonly locale: string;
  /** How it came to that, if it just did. */
  readonly news: ReactNode;
  /** They come from a page for those who hold something. */
  readonly isUnknown: boolean;
};

export async function NothingHeld({ locale, news, isUnknown }: NothingHeldProps) {
  const t = await getTranslations("Hold");
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col items-start gap-5 py-12 lg:py-20">
      {news}
      <h1 className="text-3xl">{t("nothingTitle")}</h1>
      {isUnknown ? (
        <div className="flex flex-col gap-3 text-lg">
          <p>{t("unknownText")}</p>
          <p className="font-semibold">{t("unknownPaid")}</p>
        </div>
      ) : (
        <p className="text-lg text-ink-muted">{t("nothingText")}</p>
      )}
      <Link href={`/${locale}` as Route} className={buttonClass()}>
        {t("toList")}
      </Link>
    </div>
  );
}
