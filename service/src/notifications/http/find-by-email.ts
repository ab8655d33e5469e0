import { z } from "zod";
import { findByEmail } from "#src/notifications/use-cases/find-by-email.ts";
import { answer, declareCall, refuse } from "#src/platform/http/call.ts";
import { renderer } from "#src/reservations/http/buyer-body.ts";
import { RENDERER_REFUSED, verdict, YES } from "#src/reservations/http/refusals.ts";
import { email, language } from "./email.ts";

/** The language of requests that name none. */
const LANGUAGE = "en";

export const find = declareCall({
  method: "POST",
  path: "/order/findByEmail",
  summary:
    "Send a message with the paid orders of an address to this address. The answer is the same whether there are any, and above the limit of three times a day",
  access: ["PUBLIC"],
  body: z.strictObject({ email, language, messages: renderer.optional() }),
  answer: z.object(verdict),
  async handle({ world, caller, body }) {
    const { language = LANGUAGE, messages } = body;
    const outcome = await findByEmail(world, caller, { email: body.email, language, renderer: messages });
    return outcome === "queued" ? answer(YES) : refuse(400, [RENDERER_REFUSED]);
  },
});
