import { CalendarDays, Search } from "lucide";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.tsx";
import { chipLinkClass } from "#components/ui/chip-link.ts";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { searchPath } from "#lib/catalogue/search-query.ts";

type FindEventsProps = { readonly locale: string; readonly tags: readonly string[] };

/** The number of categories that fit beside the days. */
const TAGS_MAX = 3;

/** The search form and links on the list, which is cached for everyone. */
export function FindEvents({ locale, tags }: FindEventsProps) {
  const t = useTranslations();
  const links: readonly { readonly label: string; readonly path: string }[] = [
    { label: t("Search.when.today"), path: searchPath({ when: "today" }) },
    { label: t("Search.when.weekend"), path: searchPath({ when: "weekend" }) },
    ...tags.slice(0, TAGS_MAX).map((tag) => ({ label: tag, path: searchPath({ tag }) })),
  ];
  return (
    <div className="flex min-w-0 flex-col gap-3 lg:w-[40rem]">
      <search>
        <form action={`/${locale}/search`} className="flex gap-2">
          <input
            name="q"
            type="search"
            aria-label={t("List.find")}
            placeholder={t("List.find")}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            className={`${INPUT_CLASS} min-h-12 border-line-strong py-2`}
          />
          <button type="submit" className={buttonClass("secondary", "min-h-12 px-4 py-2")}>
            <Icon of={Search} size={20} />
            <span className="sr-only">{t("Search.go")}</span>
          </button>
        </form>
      </search>
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 py-0.5 sm:mx-0 sm:flex-wrap sm:px-0">
        <li className="shrink-0">
          <Link href={`/${locale}/calendar` as Route} className={chipLinkClass()}>
            <Icon of={CalendarDays} size={17} />
            {t("Common.calendar")}
          </Link>
        </li>
        {links.map(({ label, path }) => (
          <li key={path} className="shrink-0">
            <Link href={`/${locale}${path}` as Route} prefetch={false} className={chipLinkClass()}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
