import { z } from "zod";
import type { Cursor } from "#src/catalogue/domain/change.ts";
import { listChanges } from "#src/catalogue/use-cases/changes.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { ref, toRef } from "#src/platform/http/shapes.ts";

const change = named(
  "Change",
  z.object({
    /** Absent: any event of the account may have changed. */
    event: ref.optional(),
    eventDate: ref.optional(),
    kind: z.string(),
    at: z.string(),
  }),
);

/** The kind of a change that stands for those that cannot be listed. */
const EVERYTHING = "EVERYTHING";

/** PostgreSQL reads the number of a transaction that begins with 0 as an octal one. */
const CURSOR = /^[1-9]\d{0,18}\.\d{1,10}$/;

const cursor = z
  .string()
  .regex(CURSOR, "expected is the `next` of an earlier answer; without it the answer says where to begin")
  .transform((text): Cursor => {
    const [transaction = "", readAt] = text.split(".");
    return { transaction, readAt: Number(readAt) };
  })
  .meta({ wire: { type: "string", pattern: CURSOR.source } });

/** What shops that keep copies of the catalogue ask for. */
export const CHANGE_CALLS = [
  declareCall({
    method: "GET",
    path: "/changes",
    isExtension: true,
    summary:
      "What of the account's published catalogue changed since the `next` of an earlier answer, kept for an hour; of places taken only that a ticket type is sold out, or no longer. A change may be listed twice, and none is left out",
    access: "ANY_USER",
    query: z.strictObject({ since: cursor.optional() }),
    answer: z.object({ changes: z.array(change), next: z.string() }),
    handle: async ({ runtime, caller, query: { since } }) => {
      const { changes, next, isIncomplete } = await listChanges(runtime, caller, since);
      const listed = changes.map(({ event, eventDate, kind, at }) => ({
        ...(event && { event: toRef("event", event) }),
        ...(eventDate && { eventDate: toRef("eventDate", eventDate) }),
        kind,
        at: formatInstant(at, "UTC"),
      }));
      const rest = { kind: EVERYTHING, at: formatInstant(new Date(next.readAt * 1_000), "UTC") };
      return answer({
        changes: isIncomplete ? [...listed, rest] : listed,
        next: `${next.transaction}.${next.readAt}`,
      });
    },
  }),
];
