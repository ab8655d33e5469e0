import { z } from "zod";
import { sendAdmissions } from "#src/notifications/use-cases/send-admissions.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { UNPAID } from "#src/reservations/http/change-buyer.ts";
import { no, verdict } from "#src/reservations/http/refusals.ts";
import { keyParams } from "#src/reservations/http/sale-shapes.ts";

const NO_MAIL = "This service sends no mail. Show the tickets by the link of the sale.";
const DETAILS = "The guest's details are missing. Send the answers of this admission first.";

const send = declareCall({
  method: "GET",
  path: "/order/{key}/sendEmail",
  summary:
    "Send the tickets by email. Refused while the sale is unpaid or guest details are missing, and by a service without mail",
  access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
  params: keyParams,
  answer: z.object(verdict),
  async handle({ world, caller, params }) {
    const outcome = await sendAdmissions(world, caller, params.key);
    switch (outcome.why) {
      case "no_such_thing":
        return missing("key", "sale");
      case "unpaid":
        return answer(no([{ path: "", code: "WRONG_STATE", message: UNPAID }]));
      case "details_missing":
        return answer(
          no(outcome.admissions.map((id) => ({ path: `admission/${id}/data`, code: "REQUIRED", message: DETAILS }))),
        );
      case "no_mail":
        return answer(no([{ path: "", code: "WRONG_STATE", message: NO_MAIL }]));
    }
  },
});

export const SEND_EMAIL_CALLS = [send];
