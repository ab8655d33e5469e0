import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import type { DateOnTicket, Venue } from "#lib/ticketing/model/event.ts";
import {
  absent,
  assumedZone,
  httpsOrUndefined,
  id,
  ifReadable,
  instant,
  optional,
  ref,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

const text = optional(z.string(), "");

const address = z
  .object({
    streetAddress1: text,
    streetAddress2: text,
    suburb: text,
    city: text,
    postcode: text,
    state: text,
    country: text,
  })
  .transform(({ streetAddress1, streetAddress2, suburb, city, postcode, state, country }) => ({
    address: [streetAddress1, streetAddress2, suburb, city, state, postcode]
      // Wellington is the name of both a city and a region.
      .filter((part, at, parts) => part !== "" && parts.indexOf(part) === at)
      .join(", "),
    city: city || suburb || state,
    street: [streetAddress1, streetAddress2, city && suburb].filter(Boolean).join(", "),
    postcode,
    region: state,
    country,
  }));

const NO_PARTS = { city: "", street: "", postcode: "", region: "", country: "" };

const inFull = z
  .object({
    id,
    name: text,
    address: absent(z.union([address, z.string().transform((address) => ({ ...NO_PARTS, address }))])),
    city: text,
    timeZone: absent(z.string().min(1)),
    mapUrl: ifReadable(z.string().transform(httpsOrUndefined)),
  })
  .transform(({ address, city, ...venue }) => ({
    ...venue,
    address: address?.address ?? "",
    city: city || (address?.city ?? ""),
    street: address?.street || undefined,
    postcode: address?.postcode || undefined,
    region: address?.region || undefined,
    country: address?.country || undefined,
  }));

/** The venue of an event of which the service names none. */
export const NO_VENUE: z.output<typeof inFull> = {
  id: 0,
  name: "",
  address: "",
  city: "",
  street: undefined,
  postcode: undefined,
  region: undefined,
  country: undefined,
  timeZone: undefined,
  mapUrl: undefined,
};

/** A venue in full, or a bare reference, which an event may have. */
export const venue = z.union([inFull, ref.transform(({ id, name }) => ({ ...NO_VENUE, id, name }))]);

/** Returns the venue with a time zone: where the service names none, that of the settings or the offset of its first date. */
export function withTimeZone(venue: z.output<typeof inFull>, firstDate: string | undefined): Venue {
  if (venue.timeZone !== undefined) return withoutUndefined({ ...venue, timeZone: venue.timeZone });
  const assumed = firstDate === undefined ? (env().VENUE_TIME_ZONE ?? "UTC") : assumedZone(firstDate);
  return withoutUndefined({ ...venue, timeZone: assumed, isZoneAssumed: true });
}

const dated = z.object({
  id,
  startDate: instant,
  endDate: absent(instant),
  doors: ifReadable(instant),
});

/** A date on a ticket: with its time, or a bare reference. */
export const dateOnTicket = z.union([
  dated,
  ref.transform(({ id }) => ({ id, startDate: undefined, endDate: undefined, doors: undefined })),
]);

/** Returns dates and venue, as far as the service returns them with a ticket. */
export function datesAndVenueOf(
  venue: z.output<typeof inFull> | undefined,
  dates: readonly z.output<typeof dateOnTicket>[],
) {
  const eventDates = dates.flatMap(({ id, startDate, endDate, doors }): readonly DateOnTicket[] => {
    if (startDate === undefined) return [];
    return [
      withoutUndefined({
        id,
        startsAt: startDate,
        endsAt: endDate,
        doors,
        timeZone: venue?.timeZone ?? assumedZone(startDate),
      }),
    ];
  });
  return {
    venue: venue?.name ? withTimeZone(venue, eventDates[0]?.startsAt) : undefined,
    eventDates: eventDates.length > 0 ? eventDates : undefined,
  };
}
