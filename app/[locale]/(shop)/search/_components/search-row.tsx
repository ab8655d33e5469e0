import { Search } from "lucide";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { searchPath } from "#lib/catalogue/search-query.ts";
import type { NamedFilter } from "../filter-words.ts";
import { SyncedWithUrl } from "./synced-with-url.tsx";

type SearchRowProps = {
  readonly q: string;
  readonly label: string;
  readonly go: string;
  /** What is searched, where a visitor cannot expect it. */
  readonly hint?: string;
};

/** The search field with its button. */
export function SearchRow({ q, label, go, hint }: SearchRowProps) {
  return (
    <div className="flex max-w-3xl flex-col gap-1.5">
      <label htmlFor="q" className="font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <SyncedWithUrl value={q} className="min-w-0 flex-1">
          <input
            id="q"
            name="q"
            type="search"
            defaultValue={q}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            {...(hint !== undefined && { "aria-describedby": "q-hint" })}
            className={`${INPUT_CLASS} border-line-strong`}
          />
        </SyncedWithUrl>
        <button type="submit" className={buttonClass("primary", "max-sm:px-4")}>
          <Icon of={Search} size={20} />
          <span className="max-sm:sr-only">{go}</span>
        </button>
      </div>
      {hint !== undefined && (
        <p id="q-hint" className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type NothingFoundProps = { readonly filters: readonly NamedFilter[] };

/** Shown without results: what to try. The query stays, and with several filters the search without each is a link. */
export function NothingFound({ filters }: NothingFoundProps) {
  const t = useTranslations("Search");
  const locale = useLocale();
  const list = useTranslations("List");
  if (filters.length < 2)
    return <p className="text-ink-muted">{filters.length === 0 ? list("emptyText") : t("nothingPlain")}</p>;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-muted">{t("nothingText")}</p>
      <ul className="flex flex-col">
        {filters.map(({ filter, name, without }) => (
          <li key={filter}>
            <PageLink
              href={`/${locale}${searchPath(without)}` as Route}
              className="tap inline-flex items-center text-accent-text underline underline-offset-4"
            >
              {t("without", { filter: name })}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
