import "server-only";

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { isOnThisMachine } from "#lib/runtime/this-machine.ts";
import { log } from "#lib/telemetry/log.ts";
import { count } from "#lib/telemetry/metrics.ts";

/** A value. `asOf` (ISO 8601) is set when the service did not answer and this is its last good answer. */
export type Catalogued<T> = { readonly value: T; readonly asOf?: string };

export type CachedRead<T> = {
  /** The name of the copy: constant text and ids, never a visitor's input. */
  readonly name: string;
  readonly read: () => Promise<T>;
  /** Returns whether an answer that passed its schema is implausible, given the last one. */
  readonly isWrong?: (value: T, before: T) => boolean;
};

/** Returns the service's answer, or its last good one when it fails. Throws the service's fault where there is no copy. */
export async function nowOrLastGood<T>(
  { name, read, isWrong = () => false }: CachedRead<T>,
  now: Date,
): Promise<Catalogued<T>> {
  const copy = await lastGoodCopy(name, now);
  // A copy was a `T` when it was stored, and older shapes are not read.
  const good = copy as { readonly at: string; readonly value: T } | undefined;
  try {
    const value = await read();
    if (good === undefined || value === undefined || !isWrong(value, good.value)) {
      await (value === undefined ? forgetCopy(name) : keepCopy(name, value, now));
      return { value };
    }
    log("warn", "The catalogue is suddenly empty: its last good copy is shown.", { reading: name });
  } catch (fault) {
    if (good === undefined) throw fault;
    log("warn", "The catalogue could not be read.", { reading: name, fault: String(fault) });
  }
  count("foyer_storefront_catalogue_copies_total", {});
  return { value: good.value, asOf: good.at };
}

/** An answer of the service, and its time. `value` has always passed its schema. */
type Copy = { readonly at: string; readonly value: unknown };

/** An answer older than a day is not shown. */
const COPY_MS_MAX = 24 * 60 * 60 * 1000;

/** Raised when a stored domain type changes its shape: copies of the older shape are not read. */
const SHAPE = 5;

const inMemory = processWide("last good copies", () => new Map<string, Copy>());

export async function keepCopy(name: string, value: unknown, now: Date): Promise<void> {
  const copy = { at: now.toISOString(), value };
  inMemory.set(name, copy);
  await writeAtomically(fileOf(name), { ...copy, shape: SHAPE, source: sourceOfEvents(env()) }).catch(() => {
    log("warn", "A last good copy could not be written to the disk.");
  });
}

/** Removes a copy of something that no longer exists at the service. */
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

type ServiceSettings = { readonly TICKETING_URL: string; readonly TICKETING_ACCOUNT: number };

/**
 * Returns a name for the service and account that the events come from, to store with copies. A service on this machine
 * may use another port after each start, and counts as the same.
 */
export function sourceOfEvents({ TICKETING_URL, TICKETING_ACCOUNT }: ServiceSettings): string {
  const { host, pathname } = new URL(TICKETING_URL);
  const service = isOnThisMachine(TICKETING_URL) ? "this machine" : `${host}${pathname}`;
  return `${service} ${TICKETING_ACCOUNT}`;
}
