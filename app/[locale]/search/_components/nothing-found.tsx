import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { searchPath } from "#lib/catalogue/search-query.ts";
import type { NamedFilter } from "../filter-words.ts";

type NothingFoundProps = { readonly filters: readonly NamedFilter[]; readonly locale: string };

/** Shown without results: the query stays, each filter can be removed, and one link clears all. */
export function NothingFound({ filters, locale }: NothingFoundProps) {
  const t = useTranslations("Search");
  const list = useTranslations("List");
  const isFiltered = filters.length > 0;
  return (
    <Panel className="flex flex-col items-start gap-4 py-8 sm:px-8">
      <h3 className="text-2xl">{isFiltered ? t("nothing") : list("empty")}</h3>
      <p className="text-ink-muted">
        {isFiltered ? t(filters.length > 1 ? "nothingText" : "nothingPlain") : list("emptyText")}
      </p>
      {filters.length > 1 && (
        <ul className="flex flex-col">
          {filters.map(({ filter, name, without }) => (
            <li key={filter}>
              <Link
                href={`/${locale}${searchPath(without)}` as Route}
                prefetch={false}
                className="tap inline-flex items-center text-accent-text underline underline-offset-4"
              >
                {t("without", { filter: name })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isFiltered && (
        <Link href={`/${locale}` as Route} className={buttonClass("secondary")}>
          {t("all")}
        </Link>
      )}
    </Panel>
  );
}
