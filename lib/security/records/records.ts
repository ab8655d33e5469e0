import "server-only";

import { createHash } from "node:crypto";
import { inBatches } from "#lib/runtime/concurrency.ts";
import { isServiceSilent, markServiceSilent, recordsOfRequest } from "#lib/telemetry/current-request.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { CONTENT_MAX, type NewRecord, putRecords, RECORDS_MAX, readRecords } from "#lib/ticketing/records.ts";

/** Returns the name of a record. An id is a secret, so its digest stands in the name. */
export function recordName(kind: string, id: string): string {
  return `${kind}.${digestOf(id)}`;
}

/** Returns the digest by which records and files are named. */
export function digestOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}

// What a page reads is one call, and so is what several requests read in the same moment.
const read = inBatches<string, string | undefined>(RECORDS_MAX, async (names) => {
  const contents = await readRecords(names);
  return (name) => contents?.get(name);
});

/**
 * Returns the content of a record; `undefined` where there is none, and from a service without records. A request that reads it twice
 * gets what it read first, or wrote since, unless it asks for a `fresh` one. Throws TicketingFault, and at once where the request has
 * waited for records in vain before.
 */
export async function recordOf(name: string, isFresh = false): Promise<string | undefined> {
  const records = recordsOfRequest();
  const known = isFresh ? undefined : knownRecord(name);
  if (known !== undefined) return known;
  if (isServiceSilent()) throw new TicketingFault("The service has not answered this request before.");
  const found = read(name, name).catch((fault: unknown) => {
    records?.delete(name);
    if (fault instanceof TicketingFault) markServiceSilent();
    throw fault;
  });
  records?.set(name, found);
  return found;
}

/** Returns the content that this request has read or written, or is reading; `undefined` where it has not. Throws TicketingFault. */
export function knownRecord(name: string): Promise<string | undefined> | undefined {
  return recordsOfRequest()
    ?.get(name)
    ?.catch((fault: unknown) => {
      // Code before a page is built apart from the page, which does not know the class of its faults.
      throw fault instanceof Error && fault.name === "TicketingFault" ? new TicketingFault(fault.message) : fault;
    });
}

const put = inBatches<NewRecord, { readonly isOffered: boolean; readonly content: string | undefined }>(
  RECORDS_MAX,
  async (records) => {
    const contents = await putRecords(records);
    return (name) => ({ isOffered: contents !== undefined, content: contents?.get(name) });
  },
);

/**
 * Writes a record, and returns the content that stands: the new one, or what was there first. `undefined` from a service without
 * records. Throws TicketingFault.
 */
export async function putRecord(record: NewRecord): Promise<string | undefined> {
  // The service would refuse all that are sent with it.
  if (record.content.length > CONTENT_MAX) throw new TicketingFault("A record is too long.");
  const { isOffered, content } = await put(record.name, record);
  if (!isOffered) return undefined;
  if (content === undefined) throw new TicketingFault("putRecords did not answer for each record.");
  recordsOfRequest()?.set(record.name, Promise.resolve(content));
  return content;
}

/** The tries of a record that others write at the same time. */
const TRIES = 5;

/**
 * Replaces the content `present` of a record by what `next` returns for it, and tries again with what stands where another storefront
 * was faster. Where `next` returns `undefined`, the content stays. Returns the content that stands; `undefined` from a service
 * without records. Throws TicketingFault.
 */
export async function changeRecord(
  name: string,
  present: string | undefined,
  next: (present: string | undefined) => Pick<NewRecord, "content" | "keptSeconds"> | undefined,
): Promise<string | undefined> {
  let stands = present;
  for (let tries = 0; ; tries += 1) {
    const change = next(stands);
    if (change === undefined) return stands;
    if (tries === TRIES) throw new TicketingFault("A record was changed by others each time.");
    const found = await putRecord({ name, ...change, replaces: stands });
    if (found === undefined || found === change.content) return found;
    stands = found;
  }
}
