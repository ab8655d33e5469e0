import { z } from "zod";
import {
  changeGuest,
  getAdmission,
  renameHolder,
  type VisibleAdmission,
} from "#src/admissions/use-cases/admissions.ts";
import {
  datedRef,
  placedVenue,
  sectionRef,
  toDatedRef,
  toPlacedVenue,
  toSectionRef,
} from "#src/catalogue/http/ticket-shapes.ts";
import { hasWebAddress, visibleText } from "#src/platform/domain/typed-text.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall, type HeaderParameter, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import type { Reason } from "#src/platform/http/reasons.ts";
import { currency, id, idParams, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import {
  answered,
  answersBody,
  answersRefused,
  customer,
  NO_WEB_ADDRESS,
  toAnswered,
  toCustomer,
} from "#src/reservations/http/buyer-body.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { toInstant } from "#src/reservations/http/sale-shapes.ts";

export const SALE_KEY: HeaderParameter = {
  name: "Sale-Key",
  description: "The key of the admission's sale. A user who sells and lacks ORDERS must send it.",
};

/** A person's name in characters. */
const NAME_MAX = 200;

export const admission = named(
  "Admission",
  z.object({
    id,
    /** Absent at the door. */
    uuid: z.string().optional(),
    lastName: z.string(),
    modified: z.string(),
    ticketType: ref,
    event: ref,
    eventDate: datedRef,
    /** The date and start that it was bought for, if the organiser has moved the date since, or the buyer chose another. */
    movedFrom: z
      .object({
        eventDate: id,
        startDate: z.string(),
        by: z.enum(["ORGANISER", "BUYER"]),
        /** Until when the organiser's move reopens the buyer's own refund, where the event has a refund policy. */
        refundUntil: z.string().optional(),
      })
      .nullable(),
    /** Its date or its event is cancelled. */
    cancelled: z.boolean(),
    venueSection: sectionRef,
    venue: placedVenue,
    ageLimit: z.string().nullable(),
    price: currency,
    fee: currency,
    /** The amount paid for it, after savings. The admissions of a sale add up to its total. Absent at the door. */
    paid: currency.optional(),
    reservationStatus: z.string(),
    /** Absent at the door. */
    customer: customer.optional(),
    holder: z.string(),
    timeAdmitted: z.string().nullable(),
    /** The content of its QR code. Absent at the door, which reads it from the ticket. */
    entryToken: z.string().optional(),
    /** Its seat or place. Empty when places are not numbered. */
    admissionKey: z.string(),
    qrType: z.enum(["A", "B"]),
    /** Absent at the door. */
    data: z.record(z.string(), z.string()).optional(),
    /** The organiser's questions as they were when answered, with the answers. Absent at the door. */
    answers: z.array(answered).optional(),
  }),
);

const read = declareCall({
  method: "GET",
  path: "/admission/{id}",
  summary: "Read an admission by its id or UUID; for the door without its code and contact data",
  access: ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE"],
  headers: [SALE_KEY],
  params: z.strictObject({ id: z.string() }),
  answer: admission,
  async handle({ runtime, caller, params, header }) {
    const found = await getAdmission(runtime, caller, { code: params.id, saleKey: header(SALE_KEY.name) });
    if (found === "not_your_date") return refuseDate();
    return found ? answer(toAdmission(found)) : missing("id", "admission");
  },
});

const changeGuestCall = declareCall({
  method: "PUT",
  path: "/admission/{id}/data",
  summary: "Add or change a guest's answers. With the last required answer the admission is confirmed",
  access: ["PUBLIC", "BOX_OFFICE", "ORDERS"],
  headers: [SALE_KEY],
  params: idParams,
  body: answersBody,
  answer: z.object({ ...verdict, reservationStatus: z.string().optional() }),
  async handle({ runtime, caller, params, body, header }) {
    const outcome = await changeGuest(runtime, caller, { id: params.id, saleKey: header(SALE_KEY.name) }, body);
    if (outcome.ok) return answer({ ...YES, reservationStatus: outcome.status });
    if (outcome.refusal === "no_such_thing") return missing("id", "admission");
    if (outcome.refusal === "answers_refused") return answersRefused(outcome.problems);
    const message = "This ticket was used or returned, so its guest's answers can no longer change.";
    return answer(no([row("", "used_or_returned", message)]));
  },
});

const rename = declareCall({
  method: "PUT",
  path: "/admission/{id}/holder",
  summary: "Change the name of a ticket's holder, until it is used or returned. Its code stays",
  access: ["PUBLIC", "BOX_OFFICE", "ORDERS"],
  headers: [SALE_KEY],
  params: idParams,
  body: z.strictObject({
    name: z
      .string()
      .overwrite(visibleText)
      .normalize("NFC")
      .min(1, "a name is required")
      .max(NAME_MAX)
      .refine((name) => !hasWebAddress(name), NO_WEB_ADDRESS),
  }),
  answer: z.object(verdict),
  async handle({ runtime, caller, params, body, header }) {
    const ticket = { id: params.id, saleKey: header(SALE_KEY.name) };
    const outcome = await renameHolder(runtime, caller, ticket, body.name);
    if (outcome.ok) return answer(YES);
    if (outcome.refusal === "no_such_thing") return missing("id", "admission");
    return answer(no([row("", ...NOT_RENAMED[outcome.refusal])]));
  },
});

const NOT_RENAMED: Readonly<Record<"wrong_state" | "set_by_answers", readonly [Reason, string]>> = {
  wrong_state: [
    "holder_not_changeable",
    "This ticket was used or returned, or waits for its guest's answers, so its holder cannot change.",
  ],
  set_by_answers: [
    "name_set_by_answers",
    "The name of this ticket's holder is an answer of its guest: change it with PUT /admission/{id}/data.",
  ],
};

/** Returns 403 for what is there and of a date that the user may not scan. */
export function refuseDate(): Reply<never> {
  const message = "You may not scan this date, or not any more. Ask a manager of the account for it.";
  return refuse(403, [row("", "not_your_date", message)]);
}

export const ADMISSION_CALLS = [read, changeGuestCall, rename];

export function toAdmission({ admission: found, view }: VisibleAdmission): z.input<typeof admission> {
  return {
    id: found.id,
    lastName: found.buyer.LAST_NAME ?? "",
    modified: toInstant(found.modifiedAt),
    ticketType: toRef("ticketType", { id: found.ticketTypeId, name: found.ticketTypeName }),
    event: toRef("event", { id: found.eventId, name: found.eventName }),
    eventDate: toDatedRef(found.eventDate, found.venue),
    movedFrom: found.movedFrom
      ? {
          eventDate: found.movedFrom.eventDateId,
          startDate: formatInstant(found.movedFrom.startsAt, found.venue.timeZone),
          by: found.movedFrom.by,
          ...(found.movedFrom.refundUntil && {
            refundUntil: formatInstant(found.movedFrom.refundUntil, found.venue.timeZone),
          }),
        }
      : null,
    cancelled: found.isCancelled,
    venueSection: toSectionRef(found.section),
    venue: toPlacedVenue(found.venue),
    ageLimit: found.ageLimit,
    price: toCurrency(found.price),
    fee: toCurrency(found.fee),
    reservationStatus: found.status,
    holder: found.holder,
    timeAdmitted: found.admittedAt ? toInstant(found.admittedAt) : null,
    admissionKey: "",
    qrType: found.qrType,
    ...(view === "full" && {
      uuid: found.uuid,
      entryToken: found.qrType === "A" ? String(found.id) : found.uuid,
      paid: toCurrency(found.paid),
      customer: toCustomer(found.buyer),
      data: { ...found.data },
      answers: found.answers.map(toAnswered),
    }),
  };
}
