import { z } from "zod";
import type { Event } from "#src/catalogue/domain/event.ts";
import type { VisibleFigures } from "#src/catalogue/domain/figures.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { offeringPage } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { eventDateRef, saleStatus } from "./event-shapes.ts";

export const ticketType = named(
  "TicketType",
  z.object({
    id,
    name: z.string(),
    prefix: z.string(),
    description: z.string(),
    eventDate: ref,
    venueSection: ref,
    maximumAllocation: z.int(),
    saleStatus,
    price: currency,
    fee: currency,
    /** For users who manage, like the next three fields. */
    ticketsSold: z.int().optional(),
    ticketsRefunded: z.int().optional(),
    revenue: currency.optional(),
    /** The mean revenue of a sold ticket, rounded to the minor unit. */
    average: currency.optional(),
    tags: z.array(z.string()),
    maximumScans: z.int(),
    scanBarcode: z.boolean(),
    sortIdx: z.int(),
    page: offeringPage,
    oncePerDay: z.boolean(),
    geolocationRule: z.string().nullable(),
    available: z.int(),
    minimumPerOrder: z.int(),
    maximumPerOrder: z.int(),
    onSaleFrom: z.string().nullable(),
    onSaleTo: z.string().nullable(),
    codeRequired: z.boolean(),
  }),
);

export function toTicketType(
  event: Event,
  ticketTypeId: number,
  { sold, refunded = 0, revenueMinor }: VisibleFigures,
): z.input<typeof ticketType> | undefined {
  const date = event.dates.find(({ ticketTypes }) => ticketTypes.some((type) => type.id === ticketTypeId));
  const type = date?.ticketTypes.find((one) => one.id === ticketTypeId);
  if (date === undefined || type === undefined) return undefined;
  const { timeZone } = event.venue;
  return {
    id: type.id,
    name: type.name,
    prefix: type.prefix,
    description: type.description,
    eventDate: eventDateRef(event, date),
    venueSection: toRef("venueSection", type.section),
    maximumAllocation: type.maximumAllocation,
    saleStatus: type.saleStatus,
    price: toCurrency(type.price),
    fee: toCurrency(type.fee),
    ...(sold !== undefined &&
      revenueMinor !== undefined && {
        ticketsSold: sold,
        ticketsRefunded: refunded,
        revenue: toCurrency({ ...type.price, minor: revenueMinor }),
        average: toCurrency({ ...type.price, minor: sold === 0 ? 0 : Math.round(revenueMinor / sold) }),
      }),
    tags: [...type.tags],
    maximumScans: type.maximumScans,
    scanBarcode: true,
    sortIdx: type.sortIdx,
    page: type.kind,
    oncePerDay: type.oncePerDay,
    geolocationRule: null,
    available: type.free,
    minimumPerOrder: type.minimumPerOrder,
    maximumPerOrder: type.maximumPerOrder,
    onSaleFrom: type.onSaleFrom ? formatInstant(type.onSaleFrom, timeZone) : null,
    onSaleTo: type.onSaleTo ? formatInstant(type.onSaleTo, timeZone) : null,
    codeRequired: type.codeRequired,
  };
}
