import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { EventCards } from "#components/events/event-cards.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { brand } from "#lib/env.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { hueOf } from "#lib/tickets/art/accent.ts";

type OnSaleNowProps = { readonly events: readonly EventSummary[]; readonly locale: string };

/** A few events for a visitor who did not find another one, and the link to all. Without events, the link alone. */
export async function OnSaleNow({ events, locale }: OnSaleNowProps) {
  const [t, pictures] = await Promise.all([getTranslations({ locale }), picturesOf(events)]);
  return (
    <section aria-labelledby="on-sale-now" className="flex flex-col items-start gap-6">
      <h2 id="on-sale-now" className={events.length === 0 ? "sr-only" : "text-2xl"}>
        {t("List.title")}
      </h2>
      {events.length > 0 && (
        <EventCards
          events={events}
          locale={locale}
          now={new Date()}
          pictures={pictures}
          brandHue={hueOf(brand().BRAND_COLOUR)}
        />
      )}
      <a href={`/${locale}` as Route} className={buttonClass(events.length === 0 ? "primary" : "secondary")}>
        {t("Search.all")}
      </a>
    </section>
  );
}
