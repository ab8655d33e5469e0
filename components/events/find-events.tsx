import { ArrowRight, CalendarDays, Search } from "lucide";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { chipLinkClass } from "#components/ui/chip-link.ts";
import { classNames } from "#components/ui/class-names.ts";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { searchPath } from "#lib/catalogue/search-query.ts";
import type { Facets } from "#lib/ticketing/model/calendar.ts";

type FindEventsProps = { readonly locale: string; readonly tags: readonly string[] };

/** The number of categories that fit beside the days. */
const TAGS_MAX = 2;

/** The search form and links on the list, which is cached for everyone. */
export function FindEvents({ locale, tags }: FindEventsProps) {
  const t = useTranslations();
  const links: readonly { readonly label: string; readonly path: string }[] = [
    { label: t("Search.when.today"), path: searchPath({ when: "today" }) },
    { label: t("Search.when.weekend"), path: searchPath({ when: "weekend" }) },
    ...tags.slice(0, TAGS_MAX).map((tag) => ({ label: tag, path: searchPath({ tag }) })),
  ];
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-3 lg:w-[40rem]">
      <search>
        <FindForm action={`/${locale}/search`} label={t("List.find")} />
      </search>
      {/* A short row may end exactly at a phone's edge, and would not look as if it scrolled. */}
      <ul
        className={classNames(
          "flex gap-2 py-0.5",
          tags.length === 0 ? "flex-wrap" : "-mx-5 overflow-x-auto px-5 sm:flex-wrap",
        )}
      >
        <li className="shrink-0">
          <PageLink href={`/${locale}/calendar` as Route} className={chipLinkClass()}>
            <Icon of={CalendarDays} size={17} className="max-sm:hidden" />
            {t("Common.calendar")}
          </PageLink>
        </li>
        {links.map(({ label, path }) => (
          <li key={path} className="shrink-0">
            <PageLink href={`/${locale}${path}` as Route} className={chipLinkClass()}>
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

type FindFormProps = {
  readonly action: string;
  readonly label: string;
  readonly q?: string;
  readonly className?: string;
  /** Further fields, before the button. */
  readonly children?: ReactNode;
};

/** One field for words, and its button. It needs no script. */
export function FindForm({ action, label, q, className, children }: FindFormProps) {
  const t = useTranslations("Search");
  return (
    <form action={action} className={classNames("flex gap-2", className)}>
      <input
        name="q"
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={q}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className={`${INPUT_CLASS} min-h-12 flex-1 basis-40 border-line-strong py-2`}
      />
      {children}
      <button type="submit" className={buttonClass("primary", "min-h-12 shrink-0 px-4 py-2")}>
        <Icon of={Search} size={20} />
        <span className="sr-only">{t("go")}</span>
      </button>
    </form>
  );
}

type EventGroupsProps = { readonly groups: Facets["eventGroups"]; readonly locale: string };

/** Festivals and series with upcoming events. */
export function EventGroups({ groups, locale }: EventGroupsProps) {
  const t = useTranslations("List");
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="event-groups" className="flex flex-col gap-4 border-t border-line pt-8">
      <h2 id="event-groups" className="text-2xl">
        {t("groups")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {groups.map(({ id, name, events }) => (
          <li key={id}>
            <PageLink
              href={`/${locale}/groups/${id}` as Route}
              className="group flex h-full min-h-16 items-center justify-between gap-4 rounded-xl border border-line bg-surface px-5 py-4 no-underline hover:bg-sunken"
            >
              <span className="flex min-w-0 flex-col">
                <span className="font-display text-lg font-bold group-hover:underline">{name}</span>
                {events > 0 && (
                  <span className="figures text-sm text-ink-muted">{t("groupEvents", { count: events })}</span>
                )}
              </span>
              <Icon of={ArrowRight} size={20} className="shrink-0 text-accent-text rtl:rotate-180" />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
