import "server-only";

import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";

const registration = z.object({
  /** Where Apple's push service reaches the phone. */
  pushToken: z.string(),
  /** The sealed token of the pass, which opens its ticket. */
  token: z.string(),
  /** Of the pass's content when it was last compared. */
  digest: z.string(),
  changedAtMs: z.int(),
});

/** A phone that has a pass and asks for its changes. */
type Registration = z.output<typeof registration>;

/** Enough for a pass that a family shares. */
const DEVICES_MAX = 20;

/**
 * Registers a phone for a pass, or replaces what it registered before. Returns whether it is new; `undefined` when too
 * many phones have the pass.
 */
export async function registerPass(
  device: string,
  serial: string,
  entry: Registration,
): Promise<"new" | "known" | undefined> {
  const isKnown = (await registrationOf(device, serial)) !== undefined;
  if (!isKnown && (await namesIn(folderOfPass(serial))).length >= DEVICES_MAX) return undefined;
  await writeAtomically(fileOf(device, serial), entry);
  await writeAtomically(join(folderOfDevice(device), `${serial}.json`), {});
  return isKnown ? "known" : "new";
}

export async function unregisterPass(device: string, serial: string): Promise<void> {
  await rm(join(folderOfDevice(device), `${serial}.json`), { force: true });
  await rm(fileOf(device, serial), { force: true });
}

export async function registrationOf(device: string, serial: string): Promise<Registration | undefined> {
  return registration.safeParse(await readJson(fileOf(device, serial))).data;
}

/** Returns the serials of a phone's passes. */
export function passesOfDevice(device: string): Promise<readonly string[]> {
  return namesIn(folderOfDevice(device));
}

/** Returns the push tokens of the phones that have a pass. */
export async function pushTokensOf(serial: string): Promise<readonly string[]> {
  const folder = folderOfPass(serial);
  const found = await Promise.all((await namesIn(folder)).map((name) => readJson(join(folder, `${name}.json`))));
  return found.flatMap((one) => registration.safeParse(one).data?.pushToken ?? []);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
}

function fileOf(device: string, serial: string): string {
  return join(folderOfPass(serial), `${digestOf(device)}.json`);
}

function folderOfPass(serial: string): string {
  return join(env().FOYER_DATA, "storefront", "passes", "serials", digestOf(serial));
}

/** The phone's identifier authorizes the list of its passes, so the folder is named by its digest. */
function folderOfDevice(device: string): string {
  return join(env().FOYER_DATA, "storefront", "passes", "devices", digestOf(device));
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
