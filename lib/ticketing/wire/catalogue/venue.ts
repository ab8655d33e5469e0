import "server-only";

import { z } from "zod";
import type { DateOnTicket } from "#lib/domain/catalogue/event-date.ts";
import type { Venue } from "#lib/domain/catalogue/venue.ts";
import { absent, id, instant, known, optional, ref, zoneOf } from "#lib/ticketing/wire/shapes.ts";

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
  .transform(({ streetAddress1, streetAddress2, suburb, city, postcode, state }) => ({
    address: [streetAddress1, streetAddress2, suburb, city, state, postcode]
      // Wellington the city lies in Wellington the region.
      .filter((part, at, parts) => part !== "" && parts.indexOf(part) === at)
      .join(", "),
    city: city || suburb || state,
  }));

const inFull = z
  .object({
    id,
    name: text,
    address: absent(z.union([address, z.string().transform((address) => ({ address, city: "" }))])),
    city: text,
    timeZone: absent(z.string().min(1)),
  })
  .transform(({ address, city, ...venue }) => ({
    ...venue,
    address: address?.address ?? "",
    city: city || (address?.city ?? ""),
  }));

/** A venue in full, or as the bare reference that an event may carry. */
export const venue = z.union([
  inFull,
  ref.transform(({ id, name }) => ({ id, name, address: "", city: "", timeZone: undefined })),
]);

/** A service that names no zone still prints each date with its offset, and an offset can be shown as a zone. */
export function placed(venue: z.output<typeof inFull>, firstDate: string | undefined): Venue {
  return { ...venue, timeZone: venue.timeZone ?? (firstDate === undefined ? "UTC" : zoneOf(firstDate)) };
}

const dated = z.object({ id, startDate: instant, endDate: absent(instant) });

/** A date as it stands on a ticket: with its time, or as the bare reference. */
export const dateOnTicket = z.union([
  dated,
  ref.transform(({ id }) => ({ id, startDate: undefined, endDate: undefined })),
]);

/** When and where, as far as it is said beside a ticket. */
export function occasionOf(
  venue: z.output<typeof inFull> | undefined,
  dates: readonly z.output<typeof dateOnTicket>[],
) {
  const eventDates = dates.flatMap(({ id, startDate, endDate }): readonly DateOnTicket[] => {
    if (startDate === undefined) return [];
    return [known({ id, startsAt: startDate, endsAt: endDate, timeZone: venue?.timeZone ?? zoneOf(startDate) })];
  });
  return {
    venue: venue?.name ? placed(venue, eventDates[0]?.startsAt) : undefined,
    eventDates: eventDates.length > 0 ? eventDates : undefined,
  };
}
