import "server-only";

import { z } from "zod";
import type { PromoterCall } from "#lib/ticketing/client/calls.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { send } from "#lib/ticketing/client/request.ts";
import type { ChangedMeanwhile, RefusedField, Saved } from "#lib/ticketing/manage/saved.ts";
import { absent, absentText, id, ifReadable, instant, optional, ref } from "#lib/ticketing/wire/shapes.ts";

type Write = {
  readonly name: PromoterCall;
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: Path | undefined;
  readonly body: object;
  readonly as: PromoterCredential;
};

/** `id`: of what was created. */
export type Written =
  | { readonly result: "written"; readonly id?: number | undefined }
  | { readonly result: "refused"; readonly errors: readonly RefusedField[] }
  | { readonly result: "changed"; readonly changed: ChangedMeanwhile };

/** Returns the refusal of a write that was not done, for a form without values that another manager could have changed. */
export function unsaved(written: Exclude<Written, { readonly result: "written" }>): Saved<never> {
  return written.result === "refused" ? written : { result: "refused", errors: [{ path: "", code: "CONFLICT" }] };
}

const created = z.object({ id: absent(id) });

const refused = z.object({
  errors: z
    .array(
      z.object({
        path: optional(z.string(), ""),
        code: optional(z.string(), ""),
        reason: absentText,
        limit: ifReadable(z.number()),
      }),
    )
    .min(1),
});

const changed = z.object({ changed: ifReadable(z.object({ by: ifReadable(ref), at: ifReadable(instant) })) });

/** Sends a manager's write. Throws TicketingFault where it is not known whether it was done. */
export async function write({ path, ...call }: Write): Promise<Written> {
  if (path === undefined) return refusal("NOT_FOUND");
  const sent = await send({ ...call, path }).catch(undefinedIfTooMany);
  if (sent === undefined) return refusal("TOO_MANY_REQUESTS");
  const { status, body } = sent;
  const errors = refused.safeParse(body).data?.errors;
  if (status === 409 && (errors === undefined || errors.some(({ code }) => code === "CONFLICT"))) {
    const { by, at } = changed.safeParse(body).data?.changed ?? {};
    return { result: "changed", changed: { ...(by?.name && { by: by.name }), ...(at !== undefined && { at }) } };
  }
  if (status === 403) return refusal("NOT_ALLOWED");
  if (errors !== undefined && status < 500) return { result: "refused", errors };
  if (status === 404) return refusal("NOT_FOUND");
  if (status < 200 || status > 299) throw new TicketingFault(`${call.name} failed with ${status}.`);
  return { result: "written", id: created.safeParse(body).data?.id };
}

/** A service that is full for the moment is a fault as one that does not answer. */
function undefinedIfTooMany(fault: unknown): undefined {
  if (!(fault instanceof ServiceBusy) || fault.isServiceAtLimit) throw fault;
}

function refusal(code: string): Written {
  return { result: "refused", errors: [{ path: "", code }] };
}
