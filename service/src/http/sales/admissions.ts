import { z } from "zod";
import type { Admission, AdmissionResult } from "#src/domain/admission.ts";
import { answer, declareCall, missing } from "#src/http/call.ts";
import { datedRef, placedVenue, toDatedRef, toPlacedVenue } from "#src/http/event-shapes.ts";
import { currency, id, idParams, ref, toCurrency, toRef } from "#src/http/shapes.ts";
import { admit } from "#src/use-cases/admit.ts";
import { getAdmission } from "#src/use-cases/get-admission.ts";
import { nameGuest } from "#src/use-cases/name-guest.ts";
import { answersBody, answersRefused } from "./buyer-body.ts";
import { answered, customer, toAnswered, toCustomer } from "./receipts.ts";
import { no, verdict, YES } from "./refusal-words.ts";
import { toInstant } from "./sale-shapes.ts";

const admission = z.object({
  id,
  uuid: z.string(),
  lastName: z.string(),
  modified: z.string(),
  ticketType: ref,
  event: ref,
  eventDate: datedRef,
  venue: placedVenue,
  price: currency,
  fee: currency,
  reservationStatus: z.string(),
  customer,
  holder: z.string(),
  timeAdmitted: z.string().nullable(),
  /** What its QR code holds. */
  entryToken: z.string(),
  /** Its seat or place; empty where places are not numbered. */
  admissionKey: z.string(),
  qrType: z.enum(["A", "B"]),
  data: z.record(z.string(), z.string()),
  /** The promoter's questions as they were asked, with what was answered. */
  answers: z.array(answered),
});

const results = [
  ...["ADMITTED", "ALREADY_ADMITTED", "NOT_FOUND"],
  ...["NOT_CONFIRMED", "WRONG_EVENT_DATE", "TOO_MANY_TODAY"],
] as const;

const admitted = z.object({
  result: z.enum(results),
  admission,
  timeAdmitted: z.string().nullable(),
  messages: z.array(z.string()),
});

const read = declareCall({
  method: "GET",
  path: "/admission/{id}",
  summary: "Read an admission",
  params: idParams,
  answer: admission,
  async handle({ world, caller, params }) {
    const found = await getAdmission(world, caller, params.id);
    return found ? answer(toAdmission(found)) : missing("id", "admission");
  },
});

const letIn = declareCall({
  method: "POST",
  path: "/admission/{scanned}/admit",
  summary: "Admit by what the QR code holds, the id or the UUID; a second time is denied",
  capability: "SCAN",
  params: z.strictObject({ scanned: z.string() }),
  body: z.strictObject({ eventDate: id.optional() }),
  answer: admitted,
  async handle({ world, caller, params, body }) {
    const { result, admission } = await admit(world, caller, params.scanned, body.eventDate);
    if (admission === undefined) return missing("id", "admission");
    const timeAdmitted = admission.admittedAt ? toInstant(admission.admittedAt) : null;
    return answer({ result, admission: toAdmission(admission), timeAdmitted, messages: [...WORDS[result]] });
  },
});

const nameGuestCall = declareCall({
  method: "PUT",
  path: "/admission/{id}/data",
  summary: "Answer a guest's questions, or mend an answer; with the last required one the admission is confirmed",
  params: idParams,
  body: answersBody,
  answer: z.object({ ...verdict, reservationStatus: z.string().optional() }),
  async handle({ world, caller, params, body }) {
    const outcome = await nameGuest(world, caller, params.id, body);
    if (outcome.ok) return answer({ ...YES, reservationStatus: outcome.status });
    if (outcome.refusal === "no_such_thing") return missing("id", "admission");
    if (outcome.refusal === "answers_refused") return answersRefused(outcome.problems);
    const message = "This ticket has let somebody in, or was given back. Nothing is asked of its guest any more.";
    return answer(no([{ path: "", code: "WRONG_STATE", message }]));
  },
});

export const ADMISSION_CALLS = [read, letIn, nameGuestCall];

const WORDS: Readonly<Record<AdmissionResult, readonly string[]>> = {
  ADMITTED: [],
  ALREADY_ADMITTED: ["This ticket has already let somebody in. Ask for another one."],
  NOT_FOUND: ["There is no such admission."],
  NOT_CONFIRMED: ["This ticket is not valid: its guest's details are missing, or it was returned."],
  WRONG_EVENT_DATE: ["This ticket is for another date. Show the buyer which one."],
  TOO_MANY_TODAY: ["This ticket has let somebody in today. It is good again tomorrow."],
};

function toAdmission(found: Admission): z.input<typeof admission> {
  return {
    id: found.id,
    uuid: found.uuid,
    lastName: found.buyer.LAST_NAME ?? "",
    modified: toInstant(found.modifiedAt),
    ticketType: toRef("ticketType", { id: found.ticketTypeId, name: found.ticketTypeName }),
    event: toRef("event", { id: found.eventId, name: found.eventName }),
    eventDate: toDatedRef(found.eventDate, found.venue),
    venue: toPlacedVenue(found.venue),
    price: toCurrency(found.price),
    fee: toCurrency(found.fee),
    reservationStatus: found.status,
    customer: toCustomer(found.buyer),
    holder: found.holder,
    timeAdmitted: found.admittedAt ? toInstant(found.admittedAt) : null,
    entryToken: found.qrType === "A" ? String(found.id) : found.uuid,
    admissionKey: "",
    qrType: found.qrType,
    data: { ...found.data },
    answers: found.answers.map(toAnswered),
  };
}
