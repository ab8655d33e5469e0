import { z } from "zod";
import type { Advice, Lack, Publishable } from "#src/catalogue/domain/publishable.ts";
import { getPublishable, publishEvent } from "#src/catalogue/use-cases/publish-event.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { type ErrorRow, errorRow, row } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import { idParams } from "#src/platform/http/shapes.ts";

const publishable = named(
  "Publishable",
  z.object({
    successful: z.boolean(),
    messages: z.array(z.string()),
    /** What the event lacks. It is not published while there is a row. */
    errors: z.array(errorRow),
    /** What buyers will miss. It is published nevertheless. */
    warnings: z.array(errorRow),
  }),
);

const LACKS: Readonly<Record<Lack, readonly [path: string, message: string]>> = {
  cancelled: ["cancelled", "The event is cancelled. Reinstate it first."],
  no_date: ["eventDates", "The event has no date. Add one."],
  no_date_ahead: ["eventDates", "Every date is over or cancelled. Add one, or move or reinstate one."],
  no_ticket_type: ["ticketTypes", "No date ahead has a ticket type. Add one."],
  section_outside_configuration: [
    "ticketTypes",
    "The section of this ticket type is not in the configuration of its date. Add it to the configuration.",
  ],
  no_sale_ahead: [
    "ticketTypes",
    "Every ticket type is closed, or its sale ends before it can begin. Change onSaleFrom, onSaleTo or closed.",
  ],
  no_places: [
    "ticketTypes",
    "No ticket type has the places that one order needs. Raise its maximumAllocation, or its section's capacity.",
  ],
};

const ADVICE: Readonly<Record<Advice, readonly [path: string, message: string]>> = {
  no_picture: ["heroImageUrl", "The event has no picture."],
  no_doors: ["doors", "A date does not say when the doors open."],
  no_refund_policy: ["refundPolicy", "The event has no refund policy. Buyers have to ask for refunds."],
  date_without_ticket_types: ["eventDates", "A date has no ticket type, so that it is not sold."],
  only_with_codes: ["ticketTypes", "Only buyers with a code see or buy tickets of this event."],
};

function toPublishable({ lacks, advice }: Publishable): z.input<typeof publishable> {
  const errors = lacks.map(({ lack, ticketTypeId }) => ({
    ...rowOf(lack, LACKS[lack]),
    ...(ticketTypeId !== undefined && { ticketType: ticketTypeId }),
  }));
  return {
    successful: errors.length === 0,
    messages: errors.map(({ message }) => message),
    errors,
    warnings: advice.map((one) => rowOf(one, ADVICE[one])),
  };
}

function rowOf(reason: Lack | Advice, [path, message]: readonly [path: string, message: string]): ErrorRow {
  return row(path, reason, message);
}

export const publishCall = declareCall({
  method: "PUT",
  path: "/event/{id}/publish/{published}",
  summary: "Publish an event, which is refused while it has nothing to sell, or unpublish it",
  access: ["MANAGE"],
  params: idParams.extend({ published: z.enum(["true", "false"]) }),
  answer: publishable,
  handle: async ({ runtime, caller, params }) => {
    const found = await publishEvent(runtime, caller, params.id, params.published === "true");
    return found === undefined ? missing("id", "event") : answer(toPublishable(found));
  },
});

export const publishableCall = declareRead({
  path: "/event/{id}/publishable",
  isExtension: true,
  summary: "What an event lacks to be published: the answer that publishing it would get, without publishing it",
  access: ["MANAGE"],
  answer: publishable,
  thing: "event",
  find: getPublishable,
  show: toPublishable,
});
