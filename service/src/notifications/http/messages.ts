import { z } from "zod";
import { MESSAGE_STATES, type MessageReport } from "#src/notifications/domain/message.ts";
import {
  getDeadMessages,
  listMessagesOf,
  retryDeadMessages,
  retryMessage,
} from "#src/notifications/use-cases/messages.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { idParams, pageOf, paging, totalHeader } from "#src/platform/http/shapes.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { toInstant } from "#src/reservations/http/sale-shapes.ts";

const NOT_DEAD = "Only a message that was given up can be sent again here.";

const message = named(
  "Message",
  z.object({
    id: z.string(),
    /** What it reports, such as `TICKETS`. */
    kind: z.string(),
    recipient: z.string(),
    state: z.enum(MESSAGE_STATES),
    tries: z.int(),
    /** Why the last try failed. */
    lastError: z.string().nullable(),
    created: z.string(),
  }),
);

const list = declareCall({
  method: "GET",
  path: "/account/{id}/messages",
  isExtension: true,
  summary: "Messages to buyers in one state, the newest first. DEAD ones were given up, and can be retried",
  access: ["ORDERS"],
  params: idParams,
  query: z.strictObject({ state: z.enum(MESSAGE_STATES).default("DEAD"), ...paging }),
  answer: z.object({ messages: z.array(message) }),
  async handle({ runtime, caller, query }) {
    const { messages, total } = await listMessagesOf(runtime, caller, query.state, pageOf(query));
    return answer({ messages: messages.map(toMessage) }, totalHeader(total));
  },
});

const retry = declareCall({
  method: "POST",
  path: "/message/{id}/retry",
  isExtension: true,
  summary: "Send a message again that was given up",
  access: ["ORDERS"],
  params: z.strictObject({ id: z.uuid() }),
  answer: z.object(verdict),
  async handle({ runtime, caller, params }) {
    const outcome = await retryMessage(runtime, caller, params.id);
    if (outcome === "no_such_thing") return missing("id", "message");
    return answer(outcome === "queued" ? YES : no([row("", "not_given_up", NOT_DEAD)]));
  },
});

function toMessage({ lastError, createdAt, ...report }: MessageReport): z.input<typeof message> {
  return { ...report, lastError: lastError ?? null, created: toInstant(createdAt) };
}

const ERROR_MAX = 1_000;

const readDead = declareCall({
  method: "GET",
  path: "/account/{id}/deadMessages",
  isExtension: true,
  summary: "The number of messages that were given up, by the error of the last try, the most frequent first",
  access: ["ORDERS"],
  params: idParams,
  answer: z.object({
    total: z.int(),
    causes: z.array(z.object({ error: z.string().nullable(), messages: z.int(), newest: z.string() })),
  }),
  async handle({ runtime, caller }) {
    const { total, causes } = await getDeadMessages(runtime, caller);
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
  isExtension: true,
  summary: "Send all messages again that were given up, or those with this error",
  access: ["ORDERS"],
  params: idParams,
  body: z.strictObject({ error: z.string().min(1).max(ERROR_MAX).optional() }),
  answer: z.object({ ...verdict, retried: z.int() }),
  async handle({ runtime, caller, body }) {
    return answer({ ...YES, retried: await retryDeadMessages(runtime, caller, body.error) });
  },
});

export const MESSAGE_CALLS = [list, retry, readDead, retryAll];
