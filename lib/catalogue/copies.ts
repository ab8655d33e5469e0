import "server-only";

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sourceOfEvents } from "#lib/catalogue/source-of-events.ts";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/files.ts";
import { log } from "#lib/log.ts";
import { processWide } from "#lib/process-wide.ts";

/** What the service last said, and when. `value` is always one that has passed its schema. */
export type Copy = { readonly at: string; readonly value: unknown };

/** After a day an old answer helps nobody. */
const COPY_MS_MAX = 24 * 60 * 60 * 1000;

/** Raised when a domain type that is kept changes its shape: a copy of an older one is not read. */
const SHAPE = 3;

const inMemory = processWide("last good copies", () => new Map<string, Copy>());

export async function keepCopy(name: string, value: unknown, now: Date): Promise<void> {
  const copy = { at: now.toISOString(), value };
  inMemory.set(name, copy);
  await writeAtomically(fileOf(name), { ...copy, shape: SHAPE, source: sourceOfEvents(env()) }).catch(() => {
    log("warn", "A last good copy could not be written to the disk.");
  });
}

/** The service says that there is no such thing, or not any more. */
export async function forgetCopy(name: string): Promise<void> {
  inMemory.delete(name);
  await rm(fileOf(name), { force: true });
}

/** From memory, or after a restart from the disk. */
export async function lastGoodCopy(name: string, now: Date): Promise<Copy | undefined> {
  const copy = inMemory.get(name) ?? (await fromDisk(name));
  if (copy === undefined || now.getTime() - Date.parse(copy.at) > COPY_MS_MAX) return undefined;
  inMemory.set(name, copy);
  return copy;
}

async function fromDisk(name: string): Promise<Copy | undefined> {
  const kept = await readJson(fileOf(name)).catch(() => undefined);
  if (typeof kept !== "object" || kept === null || !("shape" in kept) || kept.shape !== SHAPE) return undefined;
  // Another service's: one that has no events yet must not show those of the last.
  if (!("source" in kept) || kept.source !== sourceOfEvents(env())) return undefined;
  if (!("at" in kept) || typeof kept.at !== "string" || !("value" in kept)) return undefined;
  return { at: kept.at, value: kept.value };
}

function fileOf(name: string): string {
  return join(env().FOYER_DATA, "storefront", "catalogue", `${name}.json`);
}
