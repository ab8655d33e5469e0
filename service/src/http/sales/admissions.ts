import { z } from "zod";
import type { Admission, AdmissionResult } from "#src/domain/admission.ts";
import { answer, declareCall, missing } from "#src/http/call.ts";
import { currency, id, idParams, ref, toCurrency, toRef } from "#src/http/shapes.ts";
import { admit } from "#src/use-cases/admit.ts";
import { getAdmission } from "#src/use-cases/get-admission.ts";
import { customer, toCustomer } from "./receipts.ts";
import { toInstant } from "./sale-shapes.ts";

const admission = z.object({
  id,
  uuid: z.string(),
  lastName: z.string(),
  modified: z.string(),
  ticketType: ref,
  event: ref,
  eventDate: ref,
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

export const ADMISSION_CALLS = [read, letIn];

const WORDS: Readonly<Record<AdmissionResult, readonly string[]>> = {
  ADMITTED: [],
  ALREADY_ADMITTED: ["This ticket has already let somebody in. Ask for another one."],
  NOT_FOUND: ["There is no such admission."],
  NOT_CONFIRMED: ["This ticket is not valid: it is not paid for, or was returned."],
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
    eventDate: toRef("eventDate", { id: found.eventDateId, name: found.eventDateName }),
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
  };
}
