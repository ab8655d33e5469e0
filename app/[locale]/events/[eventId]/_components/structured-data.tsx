import type { Event, SaleStatus } from "#lib/domain/event.ts";
import { toDecimal } from "#lib/domain/money.ts";
import { type Offering, ticketTypesOf } from "#lib/domain/offering.ts";
import { allInPrice } from "#lib/domain/ticket-type.ts";

const AVAILABILITY: Record<SaleStatus, string> = {
  ON_SALE: "InStock",
  NOT_ON_SALE: "PreOrder",
  SOLD_OUT: "SoldOut",
  CLOSED: "OutOfStock",
  CANCELLED: "Discontinued",
};

export type StructuredDataProps = {
  readonly event: Event;
  readonly offering: Offering | undefined;
  readonly address: string;
};

/** What a search engine reads: the same dates and the same all-in prices as on the page. */
export function StructuredData({ event, offering, address }: StructuredDataProps) {
  const dates = (offering?.groups ?? []).map((group) => ({
    "@context": "https://schema.org",
    "@type": "Event",
    name: event.name,
    description: event.description.slice(0, 500),
    startDate: group.startsAt,
    eventStatus: `https://schema.org/${event.saleStatus === "CANCELLED" ? "EventCancelled" : "EventScheduled"}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: event.venue.name, address: event.venue.address || event.venue.city },
    url: address,
    offers: ticketTypesOf(group).map((ticketType) => ({
      "@type": "Offer",
      name: ticketType.name,
      price: toDecimal(allInPrice(ticketType)),
      priceCurrency: ticketType.price.currency,
      availability: `https://schema.org/${AVAILABILITY[ticketType.saleStatus]}`,
      url: address,
    })),
  }));
  // A title that closes the element would break out of it: no "<" is written as such.
  return <script type="application/ld+json">{JSON.stringify(dates).replaceAll("<", "\\u003c")}</script>;
}
