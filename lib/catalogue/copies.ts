import "server-only";

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sourceOfEvents } from "#lib/catalogue/source-of-events.ts";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";

/** An answer of the service, and its time. `value` has always passed its schema. */
export type Copy = { readonly at: string; readonly value: unknown };

/** An answer older than a day is not shown. */
const COPY_MS_MAX = 24 * 60 * 60 * 1000;

/** Raised when a stored domain type changes its shape: copies of the older shape are not read. */
const SHAPE = 3;

const inMemory = processWide("last good copies", () => new Map<string, Copy>());

export async function keepCopy(name: string, value: unknown, now: Date): Promise<void> {
  const copy = { at: now.toISOString(), value };
  inMemory.set(name, copy);
  await writeAtomically(fileOf(name), { ...copy, shape: SHAPE, source: sourceOfEvents(env()) }).catch(() => {
    log("warn", "A last good copy could not be written to the disk.");
  });
}

/** Removes a copy: the service says that the thing does not exist. */
export async function forgetCopy(name: string): Promise<void> {
  inMemory.delete(name);
  await rm(fileOf(name), { force: true });
}

/** Returns the last copy that is not too old, from memory or from the disk after a restart. */
export async function lastGoodCopy(name: string, now: Date): Promise<Copy | undefined> {
  const copy = inMemory.get(name) ?? (await fromDisk(name));
  if (copy === undefined || now.getTime() - Date.parse(copy.at) > COPY_MS_MAX) return undefined;
  inMemory.set(name, copy);
  return copy;
}

async function fromDisk(name: string): Promise<Copy | undefined> {
  const kept = await readJson(fileOf(name)).catch(() => undefined);
  if (typeof kept !== "object" || kept === null || !("shape" in kept) || kept.shape !== SHAPE) return undefined;
  // A copy of another service or account is not shown.
  if (!("source" in kept) || kept.source !== sourceOfEvents(env())) return undefined;
  if (!("at" in kept) || typeof kept.at !== "string" || !("value" in kept)) return undefined;
  return { at: kept.at, value: kept.value };
}

function fileOf(name: string): string {
  return join(env().FOYER_DATA, "storefront", "catalogue", `${name}.json`);
}
