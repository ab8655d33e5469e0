import type { Route } from "next";
import { useTranslations } from "next-intl";
import { EventCards } from "#components/events/event-cards.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

type OnSaleNowProps = {
  readonly events: readonly EventSummary[];
  readonly pictures: ReadonlyMap<number, Picture>;
  readonly brandHue: number;
  readonly locale: string;
};

/** A few events for a visitor who did not find another one, and the link to all. Without events, the link alone. */
export function OnSaleNow({ events, locale, ...look }: OnSaleNowProps) {
  const t = useTranslations();
  const all = (
    <p>
      <a href={`/${locale}` as Route} className={buttonClass("secondary")}>
        {t("Search.all")}
      </a>
    </p>
  );
  if (events.length === 0) return all;
  return (
    <section aria-labelledby="on-sale-now" className="flex flex-col gap-6">
      <h2 id="on-sale-now" className="text-2xl">
        {t("List.title")}
      </h2>
      <EventCards events={events} locale={locale} now={new Date()} {...look} />
      {all}
    </section>
  );
}
