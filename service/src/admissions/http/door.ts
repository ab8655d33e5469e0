import { z } from "zod";
import { ADMISSION_RESULTS, type AdmissionResult, admissionViewOf } from "#src/admissions/domain/admission.ts";
import { type AdmitResult, admit, admitOrder, listForDoor } from "#src/admissions/use-cases/admit.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { instant } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import type { Reason } from "#src/platform/http/reasons.ts";
import { id, idParams, ref, toRef } from "#src/platform/http/shapes.ts";
import { UNPAID } from "#src/reservations/http/carts.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { keyParams, toInstant } from "#src/reservations/http/sale-shapes.ts";
import { admission, refuseDate, SALE_KEY, toAdmission } from "./admissions.ts";

const admitted = named(
  "AdmitResult",
  z.object({
    result: z.enum(ADMISSION_RESULTS),
    admission,
    timeAdmitted: z.string().nullable(),
    messages: z.array(z.string()),
  }),
);

const admitOne = declareCall({
  method: "POST",
  path: "/admission/{scanned}/admit",
  summary: "Admit the holder of a scanned QR code, by id or UUID. A second time is refused",
  access: ["SCAN"],
  headers: [SALE_KEY],
  params: z.strictObject({ scanned: z.string() }),
  body: z.strictObject({ eventDate: id.optional() }),
  answer: admitted,
  async handle({ runtime, caller, params, body, header }) {
    const outcome = await admit(runtime, caller, params.scanned, body.eventDate);
    if (outcome.result === "NOT_YOUR_DATE") return refuseDate();
    const shown = toAdmitted(caller, outcome, header(SALE_KEY.name));
    return shown ? answer(shown) : missing("id", "admission");
  },
});

const admitAll = declareCall({
  method: "POST",
  path: "/order/{key}/admit",
  summary:
    "Admit every ticket of a paid sale, for each date that the user may scan. Successful when none of them was refused",
  access: ["SCAN"],
  params: keyParams,
  answer: z.object({ ...verdict, admissions: z.array(admitted) }),
  async handle({ runtime, caller, params }) {
    const outcome = await admitOrder(runtime, caller, params.key);
    if (!outcome.ok) {
      if (outcome.refusal === "no_such_thing") return missing("key", "sale");
      if (outcome.refusal === "not_your_date") return refuseDate();
      return answer({ ...no([row("", "not_paid", UNPAID)]), admissions: [] });
    }
    // One code for all of them: the reason tells them apart.
    const refused = outcome.results.flatMap(({ result }, at) =>
      result === "ADMITTED"
        ? []
        : [{ ...row(`admissions[${at}]`, ...NOT_ADMITTED[result]), code: "WRONG_STATE" as const }],
    );
    // The key in the path stands in for the Sale-Key header of the other calls.
    const admissions = outcome.results.flatMap((one) => toAdmitted(caller, one, params.key) ?? []);
    return answer({ ...(refused.length === 0 ? YES : no(refused)), admissions });
  },
});

const minimal = named(
  "AdmissionMinimal",
  z.object({
    id,
    ticketType: ref,
    holder: z.string(),
    reservationStatus: z.string(),
    timeAdmitted: z.string().nullable(),
    modified: z.string(),
  }),
);

const synchronise = declareCall({
  method: "GET",
  path: "/eventDate/{id}/admissionsMinimal",
  summary: "The admissions of a date, or those that changed since the timestamp of the last answer, without codes",
  access: ["SCAN", "MANAGE"],
  params: idParams,
  query: z.strictObject({ modifiedAfter: instant.optional() }),
  answer: z.object({
    admissions: z.array(minimal),
    /** The next `modifiedAfter`. An admission may be listed again although it did not change. */
    timestamp: z.string(),
  }),
  async handle({ runtime, caller, params, query }) {
    const found = await listForDoor(runtime, caller, params.id, query.modifiedAfter);
    if (found === undefined) return missing("id", "event date");
    if (found === "not_your_date") return refuseDate();
    const admissions = found.admissions.map(({ ticketTypeId, ticketTypeName, status, ...one }) => ({
      id: one.id,
      ticketType: toRef("ticketType", { id: ticketTypeId, name: ticketTypeName }),
      holder: one.holder,
      reservationStatus: status,
      timeAdmitted: one.admittedAt ? toInstant(one.admittedAt) : null,
      modified: toInstant(one.modifiedAt),
    }));
    // In UTC: the plus sign of an offset would be read as a space when the client sends it back in a query.
    return answer({ admissions, timestamp: found.until.toISOString() });
  },
});

export const DOOR_CALLS = [admitOne, admitAll, synchronise];

const NOT_ADMITTED: Readonly<Record<Exclude<AdmissionResult, "ADMITTED">, readonly [Reason, string]>> = {
  ALREADY_ADMITTED: ["admitted", "This ticket was already used. Ask for another ticket."],
  NOT_FOUND: ["no_such_thing", "There is no such admission."],
  NOT_CONFIRMED: ["ticket_not_valid", "This ticket is not valid: its guest's details are missing, or it was returned."],
  CANCELLED: [
    "cancelled",
    "This date or event is cancelled, so no ticket is admitted. Send the buyer to the organiser.",
  ],
  WRONG_EVENT_DATE: ["wrong_date", "This ticket is for another date. Show the buyer which one."],
  TOO_MANY_TODAY: ["used_today", "This ticket was already used today. It is valid again tomorrow."],
};

function toAdmitted(caller: Caller, { result, admission }: AdmitResult, saleKey: string | undefined) {
  if (admission === undefined) return undefined;
  const view = admissionViewOf(caller, admission, saleKey) ?? "door";
  const timeAdmitted = admission.admittedAt ? toInstant(admission.admittedAt) : null;
  return {
    result,
    admission: toAdmission({ admission, view }),
    timeAdmitted,
    messages: result === "ADMITTED" ? [] : [NOT_ADMITTED[result][1]],
  };
}
