import "server-only";

import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";
import { isServiceSilent, recordsOfRequest } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { changeRecord, digestOf, knownRecord, recordName, recordOf } from "./records.ts";

// A revocation time only increases: what was issued before it is no longer valid. It is a record of the service, and a file for
// storefronts of the release before and for services without records. Either counts: the later of the two is the time.

const DAY_SECONDS = 24 * 60 * 60;

const KINDS = {
  /** A checkout id that was replaced. Its cookie is valid for a day. */
  checkout: { folder: ["revoked", "checkout"], field: "revokedAt", keptSeconds: 2 * DAY_SECONDS },
  /** A session that was signed out. It lasts for half a day. */
  "promoter-session": { folder: ["revoked", "promoter-session"], field: "revokedAt", keptSeconds: DAY_SECONDS },
  /** When the links of a sale were ended. Kept for good: a link may live for years. */
  links: { folder: ["revoked", "links"], field: "notBeforeMs" },
  /** When what devices keep of a sale was ended. */
  devices: { folder: ["revoked", "devices"], field: "notBeforeMs" },
  /** When the newest checkout id of a cart was issued. */
  "newest-issue": { folder: ["newest-issues"], field: "issuedAt", keptSeconds: 2 * DAY_SECONDS },
} as const satisfies Readonly<
  Record<string, { readonly folder: readonly string[]; readonly field: string; readonly keptSeconds?: number }>
>;

type Kind = keyof typeof KINDS;

/** A time in milliseconds; 0 where there is none. `fault`: the service did not answer, and may know a later one. */
type RevocationTime = { readonly atMs: number; readonly fault?: TicketingFault };

/** Returns the time. One that stands in this folder alone is written to the service meanwhile, so that others learn of it. */
export async function timeOf(kind: Kind, id: string): Promise<RevocationTime> {
  const [inFile, recorded] = await Promise.all([timeInFile(kind, id), timeInRecord(kind, id)]);
  if (recorded instanceof TicketingFault) return { atMs: inFile, fault: recorded };
  // Where that fails, the next read tries again.
  if (inFile > recorded) void advanceRecord(kind, id, inFile).catch(() => undefined);
  return { atMs: Math.max(inFile, recorded) };
}

/**
 * Writes a time to the service and to the folder. Throws TicketingFault where the service does not answer, also when it is asked what it
 * has: then the folder has nothing, and the service may have it. A service without records leaves it to the folder, and then a failing
 * disk throws.
 */
export function recordTime(kind: Kind, ids: readonly string[], atMs: number): Promise<void> {
  return writeTime(kind, ids, atMs, async (id) => {
    try {
      return await advanceRecord(kind, id, atMs);
    } catch (fault) {
      if (!(fault instanceof TicketingFault)) throw fault;
      // Only its answer may have been lost.
      if (Number(await recordOf(recordName(kind, id), true)) >= atMs) return true;
      throw fault;
    }
  });
}

async function writeTime(
  kind: Kind,
  ids: readonly string[],
  atMs: number,
  advance: (id: string) => Promise<boolean>,
): Promise<void> {
  const areRecorded = await Promise.all(ids.map(advance));
  for (const id of ids)
    await advanceFile(kind, id, atMs).catch((fault: unknown) => {
      if (areRecorded.includes(false)) throw fault;
      log("alarm", "A revocation time could not be written to the folder. The service has it.", { kind });
    });
}

/** Writes a time like `recordTime`; where the service does not answer, to the folder alone: it counts at once on this machine. */
export async function recordTimeOrLocal(kind: Kind, ids: readonly string[], atMs: number): Promise<void> {
  try {
    if (isServiceSilent()) throw new TicketingFault("The service has not answered this request before.");
    await writeTime(kind, ids, atMs, (id) => advanceRecord(kind, id, atMs));
  } catch (fault) {
    if (!(fault instanceof TicketingFault)) throw fault;
    for (const id of ids) await advanceFile(kind, id, atMs);
    log("warn", "A revocation time was written to the folder alone: the service did not answer.", { kind });
  }
}

/** Reads records for later in this request, in the same call as those that are needed now. */
export function readAhead(records: readonly (readonly [kind: Kind | "attempt", id: string])[]): void {
  if (recordsOfRequest() === undefined) return;
  // Whoever needs the record gets the fault as well.
  for (const [kind, id] of records) recordOf(recordName(kind, id)).catch(() => undefined);
}

/** Returns the folders whose files may be removed after a month: by then nothing that they end is valid. */
export function foldersOfRevocations(): readonly string[] {
  return Object.values(KINDS).flatMap((kind) => ("keptSeconds" in kind ? [folderOf(kind)] : []));
}

async function timeInRecord(kind: Kind, id: string): Promise<number | TicketingFault> {
  try {
    return Number(await recordOf(recordName(kind, id))) || 0;
  } catch (fault) {
    if (fault instanceof TicketingFault) return fault;
    throw fault;
  }
}

/** Returns false where the service has no records. */
async function advanceRecord(kind: Kind, id: string, atMs: number): Promise<boolean> {
  const name = recordName(kind, id);
  const { keptSeconds } = { keptSeconds: undefined, ...KINDS[kind] };
  // Without a call: what the request does not know, the first write tells.
  const known = await knownRecord(name);
  const later = (present: string | undefined) =>
    Number(present) >= atMs ? undefined : { content: `${atMs}`, keptSeconds };
  return (await changeRecord(name, known, later)) !== undefined;
}

const time = z.union([z.number(), z.iso.datetime().transform((text) => Date.parse(text))]);

async function timeInFile(kind: Kind, id: string): Promise<number> {
  const content = await readJson(fileOf(kind, id));
  return time.safeParse(Reflect.get(Object(content), KINDS[kind].field)).data ?? 0;
}

async function advanceFile(kind: Kind, id: string, atMs: number): Promise<void> {
  if ((await timeInFile(kind, id)) < atMs) await writeAtomically(fileOf(kind, id), { [KINDS[kind].field]: atMs });
}

function fileOf(kind: Kind, id: string): string {
  return join(folderOf(KINDS[kind]), `${digestOf(id)}.json`);
}

function folderOf({ folder }: { readonly folder: readonly string[] }): string {
  return join(env().FOYER_DATA, "storefront", ...folder);
}
