import { z } from "zod";
import { getCurrency, getEventOfTicketType } from "#src/catalogue/use-cases/events.ts";
import { getMasterOf } from "#src/catalogue/use-cases/master-tickets.ts";
import { changeTicketType, createTicketType } from "#src/catalogue/use-cases/ticket-types.ts";
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
  when,
} from "#src/platform/http/fields.ts";
import { created, done, id, idParams, ref, toRef } from "#src/platform/http/shapes.ts";
import type { GetFigures } from "./figures-of-sales.ts";
import { ticketType, toTicketType } from "./ticket-type-shape.ts";

const perOrder = z.int().min(1).max(1_000);

const terms = {
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
    handle: async ({ world, caller, params }) => {
      const event = await getEventOfTicketType(world, caller, params.id);
      const shape = event && toTicketType(event, params.id, await getFigures(world, caller, event, [params.id]));
      if (shape === undefined) return missing("id", "ticket type");
      const master = await getMasterOf(world, caller, params.id);
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
      name: name.optional(),
      price: price.optional(),
      fee: price.optional(),
      masterTicket: id.optional(),
      eventDate: id,
      venueSection: id,
      minimumPerOrder: perOrder.default(1),
      maximumPerOrder: perOrder.default(10),
      onSaleFrom: when.nullable().optional(),
      onSaleTo: when.nullable().optional(),
      ...terms,
    }),
    answer: created,
    handle: async ({ world, caller, body }) => {
      const { eventDate, venueSection, price, fee, onSaleFrom, onSaleTo, maximumAllocation, ...more } = body;
      const { masterTicket: masterTicketId, ...rest } = more;
      const currency = await getCurrency(world, caller, { eventDateId: eventDate });
      if (currency === undefined) return missing("eventDate", "event date");
      const exact = readAmounts({ price, fee }, currency);
      if (!exact.ok) return exact.reply;
      return replyCreated(
        await createTicketType(world, caller, {
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
          terms: { ...rest, fee: exact.fee },
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
      name: name.optional(),
      price: price.optional(),
      fee: price.optional(),
      masterTicket: id.nullable().optional(),
      minimumPerOrder: perOrder.optional(),
      maximumPerOrder: perOrder.optional(),
      onSaleFrom: when.nullable().optional(),
      onSaleTo: when.nullable().optional(),
      ...terms,
    }),
    answer: done,
    handle: async ({ world, caller, params, body }) => {
      const { price, fee, onSaleFrom, onSaleTo, maximumAllocation, masterTicket: masterTicketId, ...rest } = body;
      const currency = await getCurrency(world, caller, { ticketTypeId: params.id });
      if (currency === undefined) return missing("id", "ticket type");
      const exact = readAmounts({ price, fee }, currency);
      if (!exact.ok) return exact.reply;
      const terms = { ...rest, price: exact.price, fee: exact.fee, masterTicketId };
      const change = { onSaleFrom, onSaleTo, maximumAllocation, terms };
      return replyChanged(await changeTicketType(world, caller, params.id, change));
    },
  }),
];
