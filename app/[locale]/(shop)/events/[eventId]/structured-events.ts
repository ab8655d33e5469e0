import { excerpt } from "#lib/i18n/words.ts";
import type { Event, SaleStatus, Venue } from "#lib/ticketing/model/event.ts";
import { toDecimal } from "#lib/ticketing/model/money.ts";
import {
  allInPrice,
  fewLeft,
  type Offering,
  type OfferingGroup,
  type TicketType,
} from "#lib/ticketing/model/offering.ts";

const AVAILABILITY: Record<SaleStatus, string> = {
  ON_SALE: "InStock",
  NOT_ON_SALE: "PreOrder",
  SOLD_OUT: "SoldOut",
  CLOSED: "OutOfStock",
  CANCELLED: "Discontinued",
};

export type Shown = {
  readonly event: Event;
  readonly offering: Offering | undefined;
  /** Absolute URLs of the page and of a picture. */
  readonly address: string;
  readonly image: string;
  /** The shop, with the address of its page. */
  readonly organizer: { readonly name: string; readonly url: string };
};

/** A page has its structured data twice, in the HTML and in the framework's payload: a long season would be most of the page. */
const DATES_MAX = 12;

/** Returns structured data by schema.org: the next dates, with the same prices as the page. */
export function structuredEvents({ event, offering, address, image, organizer }: Shown): readonly object[] {
  const ages = ageRangeOf(event.ageLimit);
  return (offering?.groups ?? []).slice(0, DATES_MAX).map((group) => {
    const url = `${address}?date=${group.eventDateId}`;
    return {
      "@context": "https://schema.org",
      "@type": "Event",
      name: event.name,
      description: excerpt(event.description || event.abstract, 500),
      image: [image],
      startDate: group.startsAt,
      ...(group.endsAt !== undefined && { endDate: group.endsAt }),
      ...(group.previousStartsAt !== undefined && { previousStartDate: group.previousStartsAt }),
      ...(group.doors !== undefined && { doorTime: group.doors }),
      eventStatus: `https://schema.org/${statusOf(event, group)}`,
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: { "@type": "Place", name: event.venue.name, address: addressOf(event.venue) },
      organizer: { "@type": "Organization", ...organizer },
      ...(ages !== undefined && { typicalAgeRange: ages }),
      url,
      offers: admitting(group).map((ticketType) => offerOf(ticketType, url)),
    };
  });
}

/** Returns an address in the parts that the service has, or as its text. */
function addressOf({ address, city, street, postcode, region, country }: Venue): object | string {
  if (street === undefined && postcode === undefined) return address || city;
  return {
    "@type": "PostalAddress",
    ...(street !== undefined && { streetAddress: street }),
    ...(city !== "" && { addressLocality: city }),
    ...(region !== undefined && { addressRegion: region }),
    ...(postcode !== undefined && { postalCode: postcode }),
    ...(country !== undefined && { addressCountry: country }),
  };
}

/** Returns an age limit in the format of schema.org, "16-" for "16+"; `undefined` for any other text. */
function ageRangeOf(ageLimit: string | undefined): string | undefined {
  const [, from, to = ""] = /^(\d{1,2})(?:\s?\+|\s?[-–]\s?(\d{1,2}))$/.exec(ageLimit ?? "") ?? [];
  return from === undefined ? undefined : `${from}-${to}`;
}

function statusOf(event: Event, { saleStatus, previousStartsAt }: OfferingGroup): string {
  if (event.saleStatus === "CANCELLED" || saleStatus === "CANCELLED") return "EventCancelled";
  return previousStartsAt === undefined ? "EventScheduled" : "EventRescheduled";
}

/** Returns tickets that everyone may buy: no merchandise, and none that needs a code. */
function admitting({ pages }: OfferingGroup): readonly TicketType[] {
  return pages
    .filter(({ kind }) => kind === "TICKETS")
    .flatMap(({ items }) => items.flatMap((item) => (item.kind === "TICKET" ? [item.ticketType] : [])))
    .filter(({ codeRequired }) => !codeRequired);
}

function offerOf(ticketType: TicketType, url: string): object {
  const { name, saleStatus, onSaleFrom, onSaleTo } = ticketType;
  const availability = fewLeft(ticketType) === undefined ? AVAILABILITY[saleStatus] : "LimitedAvailability";
  return {
    "@type": "Offer",
    name,
    price: toDecimal(allInPrice(ticketType)),
    priceCurrency: ticketType.price.currency,
    availability: `https://schema.org/${availability}`,
    // The sale start, where the service returns one.
    ...(onSaleFrom !== undefined && { validFrom: onSaleFrom }),
    ...(onSaleTo !== undefined && { validThrough: onSaleTo }),
    url,
  };
}
