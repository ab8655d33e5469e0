import { z } from "zod";
import { SALE_KEY } from "#src/admissions/http/admissions.ts";
import { type GuestTicketOutcome, sendGuestTicket } from "#src/notifications/use-cases/send-guest-ticket.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import type { ErrorRow } from "#src/platform/http/error-rows.ts";
import { idParams } from "#src/platform/http/shapes.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { email, language } from "./email.ts";

const WRONG_STATE = {
  wrong_state: "This ticket was used or returned, so it is not sent.",
  no_mail: "This service sends no mail, or no storefront renders it for this sale.",
} as const;
const TOO_MANY = (seconds: number) =>
  `This ticket, or tickets of its order, were sent to guests several times. Try again in ${Math.ceil(seconds / 60)} minutes.`;

export const guestTicket = declareCall({
  method: "POST",
  path: "/admission/{id}/sendEmail",
  summary:
    "Send a guest the link to this ticket alone, until it is used or returned. The same ticket to the same address is sent once in two minutes, a ticket three times an hour, and tickets of an order 50 times a day",
  access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
  headers: [SALE_KEY],
  params: idParams,
  body: z.strictObject({ email, language }),
  answer: z.object(verdict),
  async handle({ world, caller, params, body, header }) {
    const outcome = await sendGuestTicket(world, caller, { id: params.id, saleKey: header(SALE_KEY.name) }, body);
    if (outcome.ok) return answer(YES);
    return outcome.refusal === "no_such_thing" ? missing("id", "admission") : answer(no([rowOf(outcome)]));
  },
});

type Refused = Exclude<GuestTicketOutcome, { readonly ok: true } | { readonly refusal: "no_such_thing" }>;

function rowOf(outcome: Refused): ErrorRow {
  if (outcome.refusal === "too_many")
    return { path: "", code: "TOO_MANY_REQUESTS", message: TOO_MANY(outcome.secondsLeft) };
  return { path: "", code: "WRONG_STATE", message: WRONG_STATE[outcome.refusal] };
}
