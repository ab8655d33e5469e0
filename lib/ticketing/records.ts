import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { isKnownMissing, MISSING_STATUSES, recordMissing } from "#lib/ticketing/client/extension.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { queryOf } from "#lib/ticketing/client/paths.ts";
import { send } from "#lib/ticketing/client/request.ts";

// The service keeps what storefronts must not forget: an extension of ours, found by its absence. It does not read the content.

/** A record that is written if there is none of its name, or if the one there has the content that it `replaces`. */
export type NewRecord = {
  /** A kind, and the SHA-256 of the secret that it is about. */
  readonly name: string;
  readonly content: string;
  readonly replaces?: string | undefined;
  /** Absent: it is kept for good. */
  readonly keptSeconds?: number | undefined;
};

/** The contents by name; `undefined` from a service without records. */
type Contents = ReadonlyMap<string, string> | undefined;

/** The most records of one call. */
export const RECORDS_MAX = 80;
/** The longest content that the service takes. */
export const CONTENT_MAX = 32_000;

/** A payment begins after it: see `openAttempt`. */
const PUT_MS = 2_000;

/** Returns the records that there are of these names. Throws TicketingFault. */
export function readRecords(names: readonly string[]): Promise<Contents> {
  const path = `/storefrontRecords${queryOf({ names: names.join(",") })}` as const;
  return contentsOf({ name: "readRecords", method: "GET", path });
}

/**
 * Returns the record that stands for each of these names. The same records may be put again after a lost answer, which is done
 * once. Throws TicketingFault.
 */
export function putRecords(records: readonly NewRecord[]): Promise<Contents> {
  return contentsOf({
    name: "putRecords",
    method: "PUT",
    path: "/storefrontRecords",
    body: { records },
    limitMs: Math.min(PUT_MS, env().TICKETING_READ_MS),
    isRepeated: true,
  });
}

const answer = z
  .object({ records: z.array(z.object({ name: z.string(), content: z.string() })) })
  .transform(({ records }) => new Map(records.map(({ name, content }) => [name, content])));

/** Whether the service has answered one of these calls properly: then another answer is a fault of it. */
const known = processWide("records of the service", () => ({ areOffered: false }));

const CALLS = "records";

async function contentsOf(call: Parameters<typeof send>[0]): Promise<Contents> {
  if (isKnownMissing(CALLS)) return undefined;
  const { status, body } = await send(call);
  const { data } = answer.safeParse(body);
  if (status === 200 && data !== undefined) {
    known.areOffered = true;
    return data;
  }
  // A service without the call says so itself. These say that it is in trouble, perhaps since before this process began.
  if (status >= 502 && status <= 504) throw new TicketingFault(`${call.name} failed with ${status}.`);
  if (known.areOffered) {
    // One of its processes may be of the release before.
    if (MISSING_STATUSES.includes(status)) return undefined;
    throw new TicketingFault(`${call.name} failed with ${status}.`);
  }
  // A service of another maker may answer anything to a call that it does not have, and must still be able to sell.
  if (status < 500) recordMissing(CALLS);
  return undefined;
}
