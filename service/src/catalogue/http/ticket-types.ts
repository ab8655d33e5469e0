import { z } from "zod";
import type { Event, VisibleFigures } from "#src/catalogue/domain/event.ts";
import { getCurrency, getEventOf } from "#src/catalogue/use-cases/events.ts";
import { getMasterOf } from "#src/catalogue/use-cases/master-tickets.ts";
import { changeTicketType, createTicketType } from "#src/catalogue/use-cases/ticket-types.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import {
  name,
  offeringPage,
  places,
  price,
  prose,
  readAmounts,
  sortIdx,
  tags,
  version,
  when,
} from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { created, currency, done, id, idParams, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { eventDateRef, type GetFigures, saleStatus } from "./event-shapes.ts";

const ticketType = named(
  "TicketType",
  z.object({
    id,
    version: z.int(),
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
    hidden: z.boolean(),
    closed: z.boolean(),
    /** Whether its maximum is its section's capacity. */
    followsSection: z.boolean(),
  }),
);

function toTicketType(
  event: Event,
  ticketTypeId: number,
  { sold, refunded = 0, revenueMinor }: VisibleFigures,
): z.input<typeof ticketType> | undefined {
  const date = event.dates.find(({ ticketTypes }) => ticketTypes.some((type) => type.id === ticketTypeId));
  const type = date?.ticketTypes.find((one) => one.id === ticketTypeId);
  if (date === undefined || type === undefined) return undefined;
  const { timeZone } = event.venue;
  return {
    ...type,
    eventDate: eventDateRef(event, date),
    venueSection: toRef("venueSection", type.section),
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
    scanBarcode: true,
    page: type.kind,
    geolocationRule: null,
    available: type.free,
    onSaleFrom: type.onSaleFrom ? formatInstant(type.onSaleFrom, timeZone) : null,
    onSaleTo: type.onSaleTo ? formatInstant(type.onSaleTo, timeZone) : null,
  };
}

const perOrder = z.int().min(1).max(1_000);

const priced = { name: name.optional(), price: price.optional(), fee: price.optional() };

const terms = {
  onSaleFrom: when.nullable().optional(),
  onSaleTo: when.nullable().optional(),
  prefix: prose(20).optional(),
  description: prose(2_000).optional(),
  maximumAllocation: places.nullable().optional(),
  tags: tags.optional(),
  codeRequired: z.boolean().optional(),
  /** Shown and sold only with a code that reveals it. */
  hidden: z.boolean().optional(),
  maximumScans: z.int().min(1).max(1_000).optional(),
  oncePerDay: z.boolean().optional(),
  closed: z.boolean().optional(),
  sortIdx: sortIdx.optional(),
  page: offeringPage.optional(),
};

/** Returns the calls of ticket types. `getFigures` reads the numbers of sold and admitted tickets. */
export const ticketTypeCalls = (getFigures: GetFigures) => [
  declareCall({
    method: "GET",
    path: "/ticketType/{id}",
    summary: "A ticket type",
    access: "ANY_USER",
    params: idParams,
    answer: ticketType.extend({ masterTicket: ref.nullable() }),
    handle: async ({ runtime, caller, params }) => {
      const event = await getEventOf(runtime, caller, { ticketTypeId: params.id });
      const shape = event && toTicketType(event, params.id, await getFigures(runtime, caller, event, [params.id]));
      if (shape === undefined) return missing("id", "ticket type");
      const master = await getMasterOf(runtime, caller, params.id);
      return answer({ ...shape, masterTicket: master ? toRef("masterTicket", master) : null });
    },
  }),
  declareCall({
    method: "POST",
    path: "/ticketType",
    summary:
      "Add a ticket type to a date, in a section of its configuration. Fields left out come from its master ticket",
    access: ["MANAGE"],
    body: z.strictObject({
      ...priced,
      masterTicket: id.optional(),
      eventDate: id,
      venueSection: id,
      minimumPerOrder: perOrder.default(1),
      maximumPerOrder: perOrder.default(10),
      ...terms,
    }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      const { eventDate, venueSection, price, fee, onSaleFrom, onSaleTo, maximumAllocation, ...more } = body;
      const { masterTicket: masterTicketId, page: kind, ...rest } = more;
      const currency = await getCurrency(runtime, caller, { eventDateId: eventDate });
      if (currency === undefined) return missing("eventDate", "event date");
      const exact = readAmounts({ price, fee }, currency);
      if (!exact.ok) return exact.reply;
      return replyCreated(
        await createTicketType(runtime, caller, {
          eventDateId: eventDate,
          venueSectionId: venueSection,
          name: body.name,
          price: exact.price,
          masterTicketId,
          minimumPerOrder: body.minimumPerOrder,
          maximumPerOrder: body.maximumPerOrder,
          maximumAllocation,
          onSaleFrom,
          onSaleTo,
          terms: { ...rest, kind, fee: exact.fee },
        }),
      );
    },
  }),
  declareCall({
    method: "PUT",
    path: "/ticketType/{id}",
    summary: "Change a ticket type: price, name, sale window, limits, the master ticket it follows, or close it",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      ...priced,
      masterTicket: id.nullable().optional(),
      minimumPerOrder: perOrder.optional(),
      maximumPerOrder: perOrder.optional(),
      ...terms,
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      const { price, fee, onSaleFrom, onSaleTo, maximumAllocation, masterTicket, page: kind, ...rest } = body;
      const currency = await getCurrency(runtime, caller, { ticketTypeId: params.id });
      if (currency === undefined) return missing("id", "ticket type");
      const exact = readAmounts({ price, fee }, currency);
      if (!exact.ok) return exact.reply;
      const terms = { ...rest, kind, price: exact.price, fee: exact.fee, masterTicketId: masterTicket };
      const change = { onSaleFrom, onSaleTo, maximumAllocation, terms };
      return replyChanged(await changeTicketType(runtime, caller, params.id, change));
    },
  }),
];
