import "server-only";

import { createHash } from "node:crypto";
import { inBatches } from "#lib/runtime/concurrency.ts";
import { requestMemory } from "#lib/telemetry/current-request.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { type NewRecord, putRecords, RECORDS_MAX, readRecords } from "#lib/ticketing/records.ts";

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
 * Returns the content of a record. `undefined`: there is none, the service has no records, or it does not answer, and the folder alone
 * counts. A request that reads it twice gets what it read first, or wrote since, unless it asks for a `fresh` one.
 */
export function recordOf(name: string, isFresh = false): Promise<string | undefined> {
  const memory = requestMemory();
  const known = isFresh ? undefined : rememberedRecord(name);
  if (known !== undefined) return known;
  const found = read(name, name).catch((fault: unknown) => {
    if (!(fault instanceof TicketingFault)) throw fault;
    memory?.set(SILENT, true);
    return undefined;
  });
  memory?.set(name, found);
  return found;
}

const SILENT = "the service did not answer";

/** Returns whether the current request has waited for records in vain, and need not wait for the service again. */
export function isServiceSilent(): boolean {
  return requestMemory()?.has(SILENT) ?? false;
}

/** Returns what the current request knows of a record without a call. */
export function rememberedRecord(name: string): Promise<string | undefined> | undefined {
  return requestMemory()?.get(name) as Promise<string | undefined> | undefined;
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
  const { isOffered, content } = await put(record.name, record);
  if (!isOffered) return undefined;
  if (content === undefined) throw new TicketingFault("putRecords did not answer for each record.");
  requestMemory()?.set(record.name, Promise.resolve(content));
  return content;
}
