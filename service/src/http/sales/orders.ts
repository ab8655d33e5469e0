import { z } from "zod";
import { answer, declareCall, missing } from "#src/http/call.ts";
import { changeBuyer } from "#src/use-cases/change-buyer.ts";
import { sendAdmissions } from "#src/use-cases/send-admissions.ts";
import { answersRefused, buyerChange, buyerOf } from "./buyer-body.ts";
import { no, verdict, YES } from "./refusal-words.ts";
import { keyParams } from "./sale-shapes.ts";

const UNPAID = "This is not paid for. Pay for it first.";
const NO_MAIL = "This service sends no mail. Show the tickets by the link of the sale.";
const DETAILS = "The guest's details are missing. Answer for this admission first.";

const change = declareCall({
  method: "PUT",
  path: "/order/{key}/data",
  summary: "Mend what a buyer said, after the sale: what is named is changed",
  access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
  params: keyParams,
  body: buyerChange,
  answer: z.object(verdict),
  async handle({ world, caller, params, body }) {
    const outcome = await changeBuyer(world, caller, params.key, buyerOf(body));
    if (outcome.ok) return answer(YES);
    if (outcome.refusal === "no_such_thing") return missing("key", "sale");
    if (outcome.refusal === "answers_refused") return answersRefused(outcome.problems);
    return answer(no([{ path: "", code: "WRONG_STATE", message: UNPAID }]));
  },
});

const send = declareCall({
  method: "GET",
  path: "/order/{key}/sendEmail",
  summary: "Send the tickets: refused while unpaid, while guests have not answered, and where there is no mail",
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

export const ORDER_CALLS = [change, send];
