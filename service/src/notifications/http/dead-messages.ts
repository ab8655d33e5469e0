import { z } from "zod";
import { getDeadMessages, retryDeadMessages } from "#src/notifications/use-cases/messages.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { idParams } from "#src/platform/http/shapes.ts";
import { verdict, YES } from "#src/reservations/http/refusals.ts";
import { toInstant } from "#src/reservations/http/sale-shapes.ts";

const ERROR_MAX = 1_000;

const read = declareCall({
  method: "GET",
  path: "/account/{id}/deadMessages",
  summary: "The number of messages that were given up, by the error of the last try, the most frequent first",
  access: ["MANAGE"],
  params: idParams,
  answer: z.object({
    total: z.int(),
    causes: z.array(z.object({ error: z.string().nullable(), messages: z.int(), newest: z.string() })),
  }),
  async handle({ world, caller, params }) {
    if (params.id !== caller.account.id) return missing("id", "account");
    const { total, causes } = await getDeadMessages(world, caller);
    return answer({
      total,
      causes: causes.map(({ error, messages, newest }) => ({
        error: error ?? null,
        messages,
        newest: toInstant(newest),
      })),
    });
  },
});

const retryAll = declareCall({
  method: "POST",
  path: "/account/{id}/deadMessages/retry",
  summary: "Send all messages again that were given up, or those with this error",
  access: ["MANAGE"],
  params: idParams,
  body: z.strictObject({ error: z.string().min(1).max(ERROR_MAX).optional() }),
  answer: z.object({ ...verdict, retried: z.int() }),
  async handle({ world, caller, params, body }) {
    if (params.id !== caller.account.id) return missing("id", "account");
    return answer({ ...YES, retried: await retryDeadMessages(world, caller, body.error) });
  },
});

export const DEAD_MESSAGE_CALLS = [read, retryAll];
