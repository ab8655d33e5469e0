import { ArrowRight } from "lucide";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Icon } from "#components/ui/icon.tsx";
import type { Facets } from "#lib/ticketing/model/calendar.ts";

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
            <Link
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
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
