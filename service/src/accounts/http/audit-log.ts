import { z } from "zod";
import { AUDIT_SUBJECTS } from "#src/accounts/domain/audit-entry.ts";
import { listAuditLog } from "#src/accounts/use-cases/audit-log.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { instant } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { id, idParams, idText, pageOf, paging, ref, toRef, totalHeader } from "#src/platform/http/shapes.ts";

const values = z.record(z.string(), z.unknown()).nullable();

const entry = named(
  "AuditEntry",
  z.object({
    id,
    user: z.object({ id, username: z.string(), name: z.string() }),
    /** The method with the path, without keys and codes, or `SIGN_IN`. */
    call: z.string(),
    /** The thing that it changed or made. Null: none. */
    what: ref.nullable(),
    /** The changed fields as they were and as they became; before null, what was made. Of passwords, secrets, tokens and texts of codes only "changed". */
    before: values,
    after: values,
    /** The HTTP status of the answer. */
    status: z.int(),
    /** The client's address or network, or that of the storefront's visitor. Null: further networks of the same hour. */
    network: z.string().nullable(),
    /** How many like it were counted in one hour. */
    times: z.int(),
    first: z.string(),
    last: z.string(),
  }),
);

export const AUDIT_CALLS = [
  declareCall({
    method: "GET",
    path: "/account/{id}/auditLog",
    isExtension: true,
    summary:
      "Who made which call of the office (MANAGE, ORDERS, REPORTS), was refused one or failed to sign in, when and from where, the newest first, of one user, and about one subject, if those are named. Failed sign-ins, refused calls and reads are counted by the hour. `from` is included, `to` is not. `reads=false` leaves out reads that were answered",
    access: ["MANAGE"],
    params: idParams,
    query: z.strictObject({
      user: idText.optional(),
      what: z.enum(AUDIT_SUBJECTS).optional(),
      from: instant.optional(),
      to: instant.optional(),
      reads: z.enum(["true", "false"]).default("true"),
      ...paging,
    }),
    answer: z.object({ entries: z.array(entry) }),
    handle: async ({ runtime, caller, query }) => {
      const { things, total } = await listAuditLog(
        runtime,
        caller,
        { ...query, reads: query.reads === "true" },
        pageOf(query),
      );
      const entries = things.map(({ userId, username, name, changed, firstAt, lastAt, ...rest }) => ({
        ...rest,
        what: changed && toRef(changed.kind, changed),
        before: changed?.before ?? null,
        after: changed?.after ?? null,
        user: { id: userId, username, name },
        first: formatInstant(firstAt, "UTC"),
        last: formatInstant(lastAt, "UTC"),
      }));
      return answer({ entries }, totalHeader(total));
    },
  }),
];
