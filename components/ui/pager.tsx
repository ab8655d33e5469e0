import { ArrowLeft, ArrowRight } from "lucide";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";

type PagerProps = { readonly page: number; readonly pages: number; readonly to: (page: number) => string };

/** Links to the previous and next page of a list; none where it has one page. */
export function Pager({ page, pages, to }: PagerProps) {
  const t = useTranslations("Search");
  if (pages < 2) return null;
  return (
    <nav
      aria-label={t("pages")}
      className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6"
    >
      <div className="sm:min-w-40">
        {page > 1 && (
          <PageLink href={to(page - 1) as Route} rel="prev" className={buttonClass("secondary")}>
            <Icon of={ArrowLeft} size={18} className="rtl:rotate-180" />
            {t("previous")}
          </PageLink>
        )}
      </div>
      <p className="figures text-sm text-ink-muted max-sm:order-first max-sm:w-full">{t("page", { page, pages })}</p>
      <div className="flex justify-end sm:min-w-40">
        {page < pages && (
          <PageLink href={to(page + 1) as Route} rel="next" className={buttonClass("secondary")}>
            {t("next")}
            <Icon of={ArrowRight} size={18} className="rtl:rotate-180" />
          </PageLink>
        )}
      </div>
    </nav>
  );
}
