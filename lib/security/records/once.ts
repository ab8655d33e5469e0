import "server-only";

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#lib/env.ts";
import { createAtomically } from "#lib/runtime/files.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { digestOf, putRecord, recordName } from "./records.ts";

/** What is used once, and how long it is known as used: longer than it is accepted. */
const KEPT_SECONDS = {
  "hand-off": 10 * 60,
  proof: 10 * 60,
  undo: 2 * 60,
  /** A copy of a cookie knows the expired reservation too. It is kept in the service for a shorter time. */
  expired: 60 * 60,
} as const;

type Kind = keyof typeof KEPT_SECONDS;

/** A consumption that has had no effect is given back. */
export type Consumption = { readonly giveBack: () => Promise<void> };

/** The content of a record whose consumption was given back. */
const UNUSED = "unused";

/**
 * Consumes something once for all storefronts, also after a restart; returns `undefined` where it was consumed before. The folder
 * decides first, then the service; without its records, and where it does not answer, the folder alone.
 */
export async function consumeOnce(kind: Kind, id: string): Promise<Consumption | undefined> {
  const file = join(usedFolder(), `${kind}-${digestOf(id)}.json`);
  // To ask first spares a copy that is sent often two writes to the disk.
  if (existsSync(file) || !(await createAtomically(file, { usedAt: new Date().toISOString() }))) return undefined;
  const record = { name: recordName(kind, id), keptSeconds: KEPT_SECONDS[kind] };
  const mine = randomUUID();
  const stands = await undefinedOnFault(putRecord({ ...record, content: mine, replaces: UNUSED }));
  if (stands !== undefined && stands !== mine) return undefined;
  const giveBack = async () => {
    // Also where no answer came: the service may have it.
    await undefinedOnFault(putRecord({ ...record, content: UNUSED, replaces: mine }));
    await rm(file, { force: true });
  };
  return { giveBack };
}

/** Returns the folder. Its files may be removed after an hour. */
export function usedFolder(): string {
  return join(env().FOYER_DATA, "storefront", "used");
}
