import { z } from "zod";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { splitCodes } from "#src/pricing/domain/code.ts";
import { bookingCode, codeAnswer, toCodeAnswer } from "#src/pricing/http/code-shapes.ts";
import { setCartCodes } from "#src/reservations/use-cases/set-cart-codes.ts";
import { cartRefused, no, verdict, YES } from "./refusals.ts";
import { keyParams } from "./sale-shapes.ts";

const change = declareCall({
  method: "PUT",
  path: "/cart/{key}/codes",
  summary: "Replace the codes of a cart. Its tickets stay reserved and are priced again",
  access: ["PUBLIC", "BOX_OFFICE"],
  params: keyParams,
  body: z.strictObject({ bookingCode }),
  answer: z.object({ ...verdict, codes: z.array(codeAnswer).optional() }),
  async handle({ world, caller, params, body }) {
    const outcome = await setCartCodes(world, caller, params.key, splitCodes(body.bookingCode));
    if (outcome.ok) {
      return answer({ ...YES, codes: outcome.codes.map((one) => toCodeAnswer(one, outcome.currency)) });
    }
    if (outcome.refusal !== "code_required") return cartRefused(outcome.refusal, "cart");
    const message =
      "The cart has tickets that need a code which is not among these. Keep the code, or release the tickets.";
    const rows = (outcome.ticketTypeIds ?? []).map((ticketType) => {
      return { path: "bookingCode", code: "CODE_REQUIRED" as const, message, ticketType };
    });
    return answer(no(rows));
  },
});

export const CART_CODE_CALLS = [change];
