import "server-only";

import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";
import { requestMemory } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { digestOf, isServiceSilent, putRecord, recordName, recordOf, rememberedRecord } from "./records.ts";

// A mark is a time about a secret that only moves on: what was ended then, or began to count. It is a record of the service, and a
// file for storefronts of the release before and for services without records. Either counts: the later of the two is the mark.

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

/** Returns the mark in milliseconds; 0 where there is none. */
export async function markOf(kind: Kind, id: string): Promise<number> {
  return Math.max(...(await Promise.all([fileMark(kind, id), recordMark(kind, id)])));
}

/**
 * Writes marks to the service and to the folder. Throws TicketingFault, and has written nothing, where the service does not answer. A
 * service without records leaves it to the folder, and then a failing disk throws.
 */
export async function mark(kind: Kind, ids: readonly string[], atMs: number): Promise<void> {
  const areRecorded = await Promise.all(ids.map((id) => raiseRecord(kind, id, atMs)));
  for (const id of ids)
    await raiseFile(kind, id, atMs).catch((fault: unknown) => {
      if (areRecorded.includes(false)) throw fault;
      log("alarm", "A mark could not be written to the folder. The service has it.", { kind });
    });
}

/** Writes marks like `mark`; where the service does not answer, to the folder alone: they count at once on this machine. */
export async function markHereAtLeast(kind: Kind, ids: readonly string[], atMs: number): Promise<void> {
  try {
    if (isServiceSilent()) throw new TicketingFault("The service has not answered this request before.");
    await mark(kind, ids, atMs);
  } catch (fault) {
    if (!(fault instanceof TicketingFault)) throw fault;
    for (const id of ids) await raiseFile(kind, id, atMs);
    log("warn", "A mark was written to the folder alone: the service did not answer.", { kind });
  }
}

/** Reads marks for later in this request, in the same call as those that are needed now. */
export function readAhead(marks: readonly (readonly [kind: Kind | "attempt", id: string])[]): void {
  if (requestMemory() === undefined) return;
  // Whoever needs the record gets the fault as well.
  for (const [kind, id] of marks) recordOf(recordName(kind, id)).catch(() => undefined);
}

/** Returns the folders whose files may be removed after a month: by then their marks have ended. */
export function foldersOfMarks(): readonly string[] {
  return Object.values(KINDS).flatMap((kind) => ("keptSeconds" in kind ? [folderOf(kind)] : []));
}

async function recordMark(kind: Kind, id: string): Promise<number> {
  return Number(await recordOf(recordName(kind, id))) || 0;
}

/** The tries of a record that others write at the same time. */
const TRIES = 5;

/** Returns false where the service has no records. */
async function raiseRecord(kind: Kind, id: string, atMs: number): Promise<boolean> {
  const name = recordName(kind, id);
  const { keptSeconds } = { keptSeconds: undefined, ...KINDS[kind] };
  let present = await rememberedRecord(name);
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (Number(present) >= atMs) return true;
    present = await putRecord({ name, content: `${atMs}`, replaces: present, keptSeconds });
    if (present === undefined) return false;
  }
  if (Number(present) >= atMs) return true;
  throw new TicketingFault("A mark was changed by others each time.");
}

const time = z.union([z.number(), z.iso.datetime().transform((text) => Date.parse(text))]);

async function fileMark(kind: Kind, id: string): Promise<number> {
  const content = await readJson(fileOf(kind, id));
  return time.safeParse(Reflect.get(Object(content), KINDS[kind].field)).data ?? 0;
}

async function raiseFile(kind: Kind, id: string, atMs: number): Promise<void> {
  if ((await fileMark(kind, id)) < atMs) await writeAtomically(fileOf(kind, id), { [KINDS[kind].field]: atMs });
}

function fileOf(kind: Kind, id: string): string {
  return join(folderOf(KINDS[kind]), `${digestOf(id)}.json`);
}

function folderOf({ folder }: { readonly folder: readonly string[] }): string {
  return join(env().FOYER_DATA, "storefront", ...folder);
}
