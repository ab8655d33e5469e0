import { z } from "zod";
import type { TicketDate } from "#src/catalogue/domain/event.ts";
import type { Venue, VenueSection } from "#src/catalogue/domain/venue.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { ref, toRef } from "#src/platform/http/shapes.ts";

// The shapes of where and when a ticket admits, as part of events and of tickets.

export const address = named(
  "Address",
  z.object({
    streetAddress1: z.string().optional(),
    streetAddress2: z.string().optional(),
    city: z.string().optional(),
    postcode: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
  }),
);

/** A venue as part of an event, with all that an event page shows, so that the page needs no second call. */
export const placedVenue = named(
  "VenueRef",
  ref.extend({ address, timeZone: z.string(), mapUrl: z.string().nullable() }),
);

/** A date as part of a ticket, with its times, since the catalogue may no longer show the date. */
export const datedRef = named(
  "DatedRef",
  ref.extend({ startDate: z.string(), endDate: z.string().nullable(), doors: z.string().nullable() }),
);

/** A section as part of a ticket, with the entrance to it. */
export const sectionRef = named("SectionRef", ref.extend({ door: z.string().optional() }));

export const refundPolicy = named(
  "RefundPolicy",
  z.object({
    /** The last moment, in hours before the start of the ticket's date. */
    untilHoursBefore: z.int().min(0).max(8_784),
    /** The part of the price paid that is returned. */
    percentage: z.int().min(0).max(100),
    /** Whether the booking fee is not returned. */
    keepsFee: z.boolean(),
  }),
);

export function toDatedRef(
  { startsAt, endsAt, doorsAt, ...date }: TicketDate,
  { timeZone }: Venue,
): z.input<typeof datedRef> {
  const endDate = endsAt ? formatInstant(endsAt, timeZone) : null;
  const doors = doorsAt ? formatInstant(doorsAt, timeZone) : null;
  return { ...toRef("eventDate", date), startDate: formatInstant(startsAt, timeZone), endDate, doors };
}

export function toPlacedVenue({ address, timeZone, mapUrl, ...venue }: Venue): z.input<typeof placedVenue> {
  return { ...toRef("venue", venue), address, timeZone, mapUrl };
}

export function toSectionRef({
  door,
  ...section
}: Pick<VenueSection, "id" | "name" | "door">): z.input<typeof sectionRef> {
  return { ...toRef("venueSection", section), ...(door !== null && { door }) };
}
