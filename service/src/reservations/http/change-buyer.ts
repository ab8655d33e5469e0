import { z } from "zod";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { changeBuyer } from "#src/reservations/use-cases/change-buyer.ts";
import { answersRefused, type BuyerBodies, buyerOf } from "./buyer-body.ts";
import { no, verdict, YES } from "./refusals.ts";
import { keyParams } from "./sale-shapes.ts";

export const UNPAID = "The sale is not paid. Pay first.";

const changeCall = (body: BuyerBodies["change"]) =>
  declareCall({
    method: "PUT",
    path: "/order/{key}/data",
    summary: "Change the buyer's details after the sale. Only the named fields change",
    access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
    params: keyParams,
    body,
    answer: z.object(verdict),
    async handle({ world, caller, params, body }) {
      const outcome = await changeBuyer(world, caller, params.key, buyerOf(body));
      if (outcome.ok) return answer(YES);
      if (outcome.refusal === "no_such_thing") return missing("key", "sale");
      if (outcome.refusal === "answers_refused") return answersRefused(outcome.problems);
      return answer(no([{ path: "", code: "WRONG_STATE", message: UNPAID }]));
    },
  });

/** Returns these calls with the bodies that the service accepts about a buyer. */
export function orderCalls(bodies: BuyerBodies) {
  return [changeCall(bodies.change)];
}
