import { z } from "zod";
import { type ResendOutcome, resendTickets } from "#src/notifications/use-cases/resend-tickets.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import type { ErrorRow } from "#src/platform/http/error-rows.ts";
import { UNPAID } from "#src/reservations/http/carts.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { keyParams } from "#src/reservations/http/sale-shapes.ts";

const NO_TICKET = "No ticket of the order is valid any more.";
const NO_MAIL = "This service sends no mail. Show the tickets by the link of the sale.";
const NO_ADDRESS = "The sale has no email address. Set the buyer's EMAIL first.";
const DETAILS = "The guest's details are missing. Send the answers of this admission first.";
const TOO_MANY = (seconds: number) =>
  `The tickets were sent several times. Try again in ${Math.ceil(seconds / 60)} minutes.`;

export const resend = declareCall({
  method: "GET",
  path: "/order/{key}/sendEmail",
  summary:
    "Send the tickets of every paid sale of the cart by email again. Refused while the sale is unpaid or no ticket is ready because guest details are missing, above five times an hour, and by a service without mail",
  access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
  params: keyParams,
  answer: z.object(verdict),
  async handle({ world, caller, params }) {
    const outcome = await resendTickets(world, caller, params.key);
    if (outcome.ok) return answer(YES);
    return outcome.refusal === "no_such_thing" ? missing("key", "sale") : answer(no(rowsOf(outcome)));
  },
});

function rowsOf(outcome: Extract<ResendOutcome, { readonly ok: false }>): readonly ErrorRow[] {
  switch (outcome.refusal) {
    case "details_missing":
      return outcome.admissions.map((id) => ({ path: `admission/${id}/data`, code: "REQUIRED", message: DETAILS }));
    case "too_many":
      return [{ path: "", code: "TOO_MANY_REQUESTS", message: TOO_MANY(outcome.secondsLeft) }];
    case "unpaid":
      return [{ path: "", code: "WRONG_STATE", message: UNPAID }];
    case "no_ticket":
      return [{ path: "", code: "WRONG_STATE", message: NO_TICKET }];
    case "no_address":
      return [{ path: "", code: "REQUIRED", message: NO_ADDRESS }];
    default:
      return [{ path: "", code: "WRONG_STATE", message: NO_MAIL }];
  }
}
