import type { Route } from "next";
import { useTranslations } from "next-intl";
import { AsOf } from "#components/events/as-of.tsx";
import { EventCards, type EventCardsProps } from "#components/events/event-cards.tsx";
import { buttonClass } from "#components/ui/button.tsx";

type OnSaleNowProps = Omit<EventCardsProps, "now" | "hasLead"> & {
  /** When the events were last known, if the service does not answer. */
  readonly asOf?: string | undefined;
};

/**
 * A few events for a visitor who did not find another one, and the link to all. Without events, the link alone. While the
 * service does not answer, the link to all would show no more.
 */
export function OnSaleNow({ events, locale, asOf, ...look }: OnSaleNowProps) {
  const t = useTranslations();
  const all = (
    <p>
      <a href={`/${locale}` as Route} className={buttonClass("secondary")}>
        {t("Search.all")}
      </a>
    </p>
  );
  const [first] = events;
  if (first === undefined) return all;
  return (
    <section aria-labelledby="on-sale-now" className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h2 id="on-sale-now" className="text-2xl">
          {t("List.title")}
        </h2>
        {asOf !== undefined && <AsOf at={asOf} venue={first.venue} locale={locale} />}
      </div>
      <EventCards events={events} locale={locale} now={new Date()} {...look} />
      {asOf === undefined && all}
    </section>
  );
}
