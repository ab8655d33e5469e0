import "server-only";

import { z } from "zod";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { queryOf } from "#lib/ticketing/client/paths.ts";
import { absent, ref } from "#lib/ticketing/wire/shapes.ts";

/** A change without an event may concern any of them. */
const changes = z
  .object({ changes: z.array(z.object({ event: absent(ref) })), next: z.string().min(1) })
  .transform(({ changes, next }) => ({ eventIds: changes.map(({ event }) => event?.id), next }));

export type Changes = z.output<typeof changes>;

/**
 * Returns which events changed since the `next` of an earlier answer, `undefined` for all of them; without `since`, where to
 * begin. Returns `undefined` where the service does not have this call, which is our own.
 */
export async function listChanges(since: string | undefined): Promise<Changes | undefined> {
  const path = `/changes${queryOf({ since })}` as const;
  return (await requestExtension({ name: "listChanges", method: "GET", path, answer: changes }))?.value;
}
