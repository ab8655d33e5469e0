import "server-only";

import { z } from "zod";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { queryOf } from "#lib/ticketing/client/paths.ts";
import { absent, ref } from "#lib/ticketing/wire/shapes.ts";

/** A change without an event may concern any of them. */
const changes = z
  .object({
    changes: z.array(z.object({ kind: z.string(), event: absent(ref), at: z.string() })),
    next: z.string().min(1),
  })
  .transform(({ changes, next }) => ({
    changes: changes.map(({ kind, event, at }) => ({ eventId: event?.id, id: `${kind} ${event?.id} ${at}` })),
    next,
  }));

export type Changes = z.output<typeof changes>;

/**
 * Returns what changed since the `next` of an earlier answer, without an `eventId` for all events. A change may be listed again; without `since`, where to
 * begin. Returns `undefined` where the service does not have this call, which is our own.
 */
export async function listChanges(since: string | undefined): Promise<Changes | undefined> {
  const path = `/changes${queryOf({ since })}` as const;
  return (await requestExtension({ name: "listChanges", method: "GET", path, answer: changes }))?.value;
}
