import { z } from "zod";
import type { StaleVersion } from "#src/platform/domain/outcome.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import type { Call, Reply } from "./call.ts";
import { type ErrorRow, errorRow } from "./error-rows.ts";
import { named } from "./openapi/schemas.ts";
import { ref, toRef } from "./shapes.ts";

const ROW: ErrorRow = {
  path: "version",
  code: "CONFLICT",
  message:
    "It has changed since you read it. Compare your change with what is there now, and send it with the new version.",
  reason: "changed_meanwhile",
};

/** The body of the answer to a change of a thing that has changed meanwhile. */
export const staleBody = named(
  "Conflict",
  z.object({
    successful: z.literal(false),
    messages: z.array(z.string()),
    errors: z.array(errorRow),
    /** The thing as its GET answers it now. */
    current: z.looseObject({ version: z.int() }),
    /** Who last changed it, and when. Null: longer ago than the audit log is kept. */
    changed: z.object({ by: ref, at: z.string() }).nullable(),
  }),
);

/** Returns 409 with what the thing is now, as the call that reads it answers. */
export async function replyStale<OfCall extends Pick<Call<never>, "answer" | "handle">>(
  { lastChange }: StaleVersion,
  read: OfCall,
  request: Parameters<OfCall["handle"]>[0],
): Promise<Reply<never>> {
  const found = await read.handle({ ...request, query: {}, body: {}, rawBody: "" });
  if (found.status !== 200) return found;
  const changed = lastChange && { by: toRef("user", lastChange.by), at: formatInstant(lastChange.at, "UTC") };
  return { status: 409, errors: [ROW], more: { current: read.answer.parse(found.body), changed: changed ?? null } };
}
