import { ArrowLeft, ArrowRight } from "lucide";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { type Search, searchPath } from "#lib/catalogue/search-query.ts";

type PagerProps = { readonly search: Search; readonly pages: number; readonly locale: string };

/** Links to the previous and next page. */
export function Pager({ search, pages, locale }: PagerProps) {
  const t = useTranslations("Search");
  const to = (page: number) => `/${locale}${searchPath({ ...search, page })}` as Route;
  return (
    <nav
      aria-label={t("pages")}
      className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6"
    >
      <div className="sm:min-w-40">
        {search.page > 1 && (
          <Link href={to(search.page - 1)} rel="prev" prefetch={false} className={buttonClass("secondary")}>
            <Icon of={ArrowLeft} size={18} className="rtl:rotate-180" />
            {t("previous")}
          </Link>
        )}
      </div>
      <p className="figures text-sm text-ink-muted max-sm:order-first max-sm:w-full">
        {t("page", { page: search.page, pages })}
      </p>
      <div className="flex justify-end sm:min-w-40">
        {search.page < pages && (
          <Link href={to(search.page + 1)} rel="next" prefetch={false} className={buttonClass("secondary")}>
            {t("next")}
            <Icon of={ArrowRight} size={18} className="rtl:rotate-180" />
          </Link>
        )}
      </div>
    </nav>
  );
}
