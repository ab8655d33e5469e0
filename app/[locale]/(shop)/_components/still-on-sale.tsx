import { ChevronRight } from "lucide";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { whenText } from "#components/events/when-text.ts";
import { Poster } from "#components/poster/poster.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { othersOnSale } from "#lib/catalogue/events.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { priceFrom } from "#lib/catalogue/price-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { lowestPriceOf, type OfferingGroup } from "#lib/ticketing/model/offering.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

type StillOnSaleProps = {
  readonly event: Pick<Event, "id" | "venue">;
  /** The dates of this event with places. */
  readonly dates: readonly OfferingGroup[];
  readonly locale: string;
  readonly now: Date;
};

/** What can be bought in place of a sold-out date: the other dates of the event, or other events where it has none. */
export async function StillOnSale({ event, dates, locale, now }: StillOnSaleProps) {
  const [t, others] = await Promise.all([
    getTranslations({ locale, namespace: "Event" }),
    dates.length > 0 ? [] : othersOnSale(event),
  ]);
  if (dates.length + others.length === 0) return null;
  const [pictures, brandHue] = await Promise.all([picturesOf(others), currentHue()]);
  const { timeZone } = event.venue;
  const priceOf = (from: Money | undefined) => from && priceFrom(from, locale);
  return (
    <section className="flex w-full flex-col gap-3 pt-3">
      <h2 className="text-xl">{t(dates.length > 0 ? "otherDatesOnSale" : "otherEventsOnSale")}</h2>
      <ul className="ruled overflow-hidden rounded-xl border border-line bg-surface">
        {dates.map(({ eventDateId, label, ...group }) => (
          <Row
            key={eventDateId}
            href={`/${locale}/events/${event.id}?date=${eventDateId}`}
            title={spanText(group, locale, timeZone, now)}
            details={[label]}
            price={priceOf(lowestPriceOf([group]))}
          />
        ))}
        {others.map((other) => (
          <Row
            key={other.id}
            href={`/${locale}/events/${other.id}`}
            title={other.name}
            picture={
              <Poster
                eventId={other.id}
                brandHue={brandHue}
                picture={pictures.get(other.id)}
                use="thumb"
                className="aspect-square rounded-lg"
              />
            }
            details={[whenText(other, locale, now), addressText([other.venue.name, other.venue.city])]}
            price={priceOf(other.from)}
          />
        ))}
      </ul>
    </section>
  );
}

type RowProps = {
  readonly href: string;
  readonly title: string;
  readonly picture?: ReactNode;
  readonly details: readonly (string | undefined)[];
  readonly price: string | undefined;
};

function Row({ href, title, picture, details, price }: RowProps) {
  return (
    <li>
      <a href={href} className="group flex min-h-11 items-center gap-4 p-4 no-underline">
        {picture !== undefined && <span className="w-18 shrink-0">{picture}</span>}
        <span className="flex min-w-0 flex-1 flex-col">
          <bdi
            lang={contentLanguage()}
            className="line-clamp-3 font-display text-lg leading-snug font-bold text-pretty group-hover:underline"
          >
            {title}
          </bdi>
          {details.map(
            (detail) =>
              detail !== undefined && (
                <bdi key={detail} className="text-sm text-ink-muted">
                  {detail}
                </bdi>
              ),
          )}
          {price !== undefined && <span>{price}</span>}
        </span>
        <span className="shrink-0 text-ink-muted rtl:[scale:-1_1]">
          <Icon of={ChevronRight} />
        </span>
      </a>
    </li>
  );
}
