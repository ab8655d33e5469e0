import { z } from "zod";
import type { AdmissionResult } from "#src/admissions/domain/admission.ts";
import { admissionViewOf } from "#src/admissions/domain/admission-view.ts";
import { changeGuest, getAdmission, type VisibleAdmission } from "#src/admissions/use-cases/admissions.ts";
import { admit } from "#src/admissions/use-cases/admit.ts";
import { datedRef, placedVenue, toDatedRef, toPlacedVenue } from "#src/catalogue/http/event-shapes.ts";
import { answer, declareCall, type HeaderParameter, missing } from "#src/platform/http/call.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, idParams, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { answersBody, answersRefused } from "#src/reservations/http/buyer-body.ts";
import { answered, customer, toAnswered, toCustomer } from "#src/reservations/http/buyer-shapes.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { toInstant } from "#src/reservations/http/sale-shapes.ts";

const SALE_KEY: HeaderParameter = {
  name: "Sale-Key",
  description: "The key of the admission's sale. A user who sells and lacks MANAGE must send it.",
};

const admission = named(
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
    venueSection: ref,
    venue: placedVenue,
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

const results = [
  ...["ADMITTED", "ALREADY_ADMITTED", "NOT_FOUND"],
  ...["NOT_CONFIRMED", "CANCELLED", "WRONG_EVENT_DATE", "TOO_MANY_TODAY"],
] as const;

const admitted = named(
  "AdmitResult",
  z.object({
    result: z.enum(results),
    admission,
    timeAdmitted: z.string().nullable(),
    messages: z.array(z.string()),
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
  async handle({ world, caller, params, header }) {
    const found = await getAdmission(world, caller, { code: params.id, saleKey: header(SALE_KEY.name) });
    return found ? answer(toAdmission(found)) : missing("id", "admission");
  },
});

const admitCall = declareCall({
  method: "POST",
  path: "/admission/{scanned}/admit",
  summary: "Admit the holder of a scanned QR code, by id or UUID. A second time is refused",
  access: ["SCAN"],
  headers: [SALE_KEY],
  params: z.strictObject({ scanned: z.string() }),
  body: z.strictObject({ eventDate: id.optional() }),
  answer: admitted,
  async handle({ world, caller, params, body, header }) {
    const { result, admission } = await admit(world, caller, params.scanned, body.eventDate);
    if (admission === undefined) return missing("id", "admission");
    const view = admissionViewOf(caller, admission, header(SALE_KEY.name)) ?? "door";
    const timeAdmitted = admission.admittedAt ? toInstant(admission.admittedAt) : null;
    return answer({
      result,
      admission: toAdmission({ admission, view }),
      timeAdmitted,
      messages: [...MESSAGES[result]],
    });
  },
});

const changeGuestCall = declareCall({
  method: "PUT",
  path: "/admission/{id}/data",
  summary: "Add or change a guest's answers. With the last required answer the admission is confirmed",
  access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
  headers: [SALE_KEY],
  params: idParams,
  body: answersBody,
  answer: z.object({ ...verdict, reservationStatus: z.string().optional() }),
  async handle({ world, caller, params, body, header }) {
    const outcome = await changeGuest(world, caller, { id: params.id, saleKey: header(SALE_KEY.name) }, body);
    if (outcome.ok) return answer({ ...YES, reservationStatus: outcome.status });
    if (outcome.refusal === "no_such_thing") return missing("id", "admission");
    if (outcome.refusal === "answers_refused") return answersRefused(outcome.problems);
    const message = "This ticket was used or returned, so its guest's answers can no longer change.";
    return answer(no([{ path: "", code: "WRONG_STATE", message }]));
  },
});

export const ADMISSION_CALLS = [read, admitCall, changeGuestCall];

const MESSAGES: Readonly<Record<AdmissionResult, readonly string[]>> = {
  ADMITTED: [],
  ALREADY_ADMITTED: ["This ticket was already used. Ask for another ticket."],
  NOT_FOUND: ["There is no such admission."],
  NOT_CONFIRMED: ["This ticket is not valid: its guest's details are missing, or it was returned."],
  CANCELLED: ["This date or event is cancelled, so no ticket is admitted. Send the buyer to the organiser."],
  WRONG_EVENT_DATE: ["This ticket is for another date. Show the buyer which one."],
  TOO_MANY_TODAY: ["This ticket was already used today. It is valid again tomorrow."],
};

function toAdmission({ admission: found, view }: VisibleAdmission): z.input<typeof admission> {
  return {
    id: found.id,
    lastName: found.buyer.LAST_NAME ?? "",
    modified: toInstant(found.modifiedAt),
    ticketType: toRef("ticketType", { id: found.ticketTypeId, name: found.ticketTypeName }),
    event: toRef("event", { id: found.eventId, name: found.eventName }),
    eventDate: toDatedRef(found.eventDate, found.venue),
    venueSection: toRef("venueSection", found.section),
    venue: toPlacedVenue(found.venue),
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
