import { CalendarDays } from "lucide";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { chipLinkClass } from "#components/ui/chip-link.ts";
import { Icon } from "#components/ui/icon.tsx";
import { type Search, searchPath, WHENS } from "#lib/catalogue/search-query.ts";

/** Links for common ranges of days. Other filters stay set. */
export function QuickChoices({ search, locale }: { readonly search: Search; readonly locale: string }) {
  const t = useTranslations();
  const { when: chosen, from: _, to: __, ...rest } = search;
  return (
    <nav aria-label={t("Search.quick")}>
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 py-0.5 sm:mx-0 sm:flex-wrap sm:px-0">
        {WHENS.map((when) => (
          <li key={when} className="shrink-0">
            <Link
              href={`/${locale}${searchPath({ ...rest, ...(when !== chosen && { when }), page: 1 })}` as Route}
              prefetch={false}
              {...(when === chosen && { "aria-current": "true" as const })}
              className={chipLinkClass(when === chosen)}
            >
              {t(`Search.when.${when}`)}
            </Link>
          </li>
        ))}
        <li className="shrink-0">
          <Link href={`/${locale}/calendar` as Route} prefetch={false} className={chipLinkClass(false)}>
            <Icon of={CalendarDays} size={17} />
            {t("Common.calendar")}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
