import { CalendarDays, X } from "lucide";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { chipLinkClass } from "#components/ui/chip-link.ts";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { RELATIVE_RANGES, type Search, searchPath } from "#lib/catalogue/search-query.ts";

/** Links for common ranges of days. Other filters stay set. */
export function QuickChoices({ search, locale }: { readonly search: Search; readonly locale: string }) {
  const t = useTranslations();
  const { when: chosen, from: _, to: __, ...rest } = search;
  return (
    <nav aria-label={t("Search.quick")}>
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 py-0.5 sm:flex-wrap">
        {RELATIVE_RANGES.map((when) => (
          <li key={when} className="shrink-0">
            <PageLink
              href={`/${locale}${searchPath({ ...rest, ...(when !== chosen && { when }), page: 1 })}` as Route}
              {...(when === chosen && { "aria-current": "true" as const })}
              className={chipLinkClass(when === chosen)}
            >
              {t(`Search.when.${when}`)}
            </PageLink>
          </li>
        ))}
        <li className="shrink-0">
          <PageLink href={`/${locale}/calendar` as Route} className={chipLinkClass(false)}>
            <Icon of={CalendarDays} size={17} />
            {t("Common.calendar")}
          </PageLink>
        </li>
      </ul>
    </nav>
  );
}

type ActiveFiltersProps = {
  readonly title: string;
  readonly filters: readonly {
    readonly filter: string;
    readonly name: string;
    readonly label: string;
    readonly href: Route;
  }[];
  readonly clear: { readonly label: string; readonly href: Route };
};

/** The filters that are set, each with a link that removes it. */
export function ActiveFilters({ title, filters, clear }: ActiveFiltersProps) {
  return (
    <nav aria-label={title}>
      <ul className="flex flex-wrap items-center gap-2">
        {filters.map(({ filter, name, label, href }) => (
          <li key={filter} className="max-w-full">
            <PageLink
              href={href}
              aria-label={label}
              className="figures inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-md bg-accent-soft ps-3 pe-2 text-sm font-semibold text-accent-on-soft no-underline hover:underline"
            >
              <span className="truncate">{name}</span>
              <Icon of={X} size={16} className="shrink-0" />
            </PageLink>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <PageLink
              href={clear.href}
              className="inline-flex min-h-11 items-center px-2 text-sm text-accent-text underline underline-offset-4"
            >
              {clear.label}
            </PageLink>
          </li>
        )}
      </ul>
    </nav>
  );
}
