import "server-only";

import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";

/** What can be revoked before it expires. */
type Revocable = "checkout" | "promoter session";

/** Records across restarts that this id is no longer valid. Throws when the disk fails. */
export async function revoke(kind: Revocable, id: string): Promise<void> {
  if (!(await isRevoked(kind, id))) await writeAtomically(fileOf(kind, id), { revokedAt: new Date().toISOString() });
}

export async function isRevoked(kind: Revocable, id: string): Promise<boolean> {
  return (await readJson(fileOf(kind, id))) !== undefined;
}

/** Returns the folders. Their files may be removed after a month: what they revoke has expired by then. */
export function revocationFolders(): readonly string[] {
  return [folderOf("checkout"), folderOf("promoter session")];
}

function folderOf(kind: Revocable): string {
  return join(env().FOYER_DATA, "storefront", "revoked", kind.replaceAll(" ", "-"));
}

/** An id is a secret, so the file is named by its digest. */
function fileOf(kind: Revocable, id: string): string {
  return join(folderOf(kind), `${createHash("sha256").update(id).digest("hex")}.json`);
}

const cutoff = z.object({ notBeforeMs: z.int() });

/** `links`: all links of a sale. `devices`: only the links, cookies and lists of the devices that paid it. */
type Cutoff = "links" | "devices";

/**
 * Revokes all links of these sales that were made before `nowMs`, and all that devices keep of them. The record is kept for
 * good, since a link may live for years.
 */
export function revokeLinks(saleKeys: readonly string[], nowMs: number): Promise<void> {
  return writeCutoff("links", saleKeys, nowMs);
}

/** Revokes what the devices that paid these sales were given before `nowMs`. Links in mails keep working. */
export function revokeDevices(saleKeys: readonly string[], nowMs: number): Promise<void> {
  return writeCutoff("devices", saleKeys, nowMs);
}

export function areLinksRevoked(saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  return isCutOff("links", saleKeys, madeAtMs);
}

/** Returns whether a device has lost access to one of these sales, which it got at `madeAtMs`. */
export async function areDevicesRevoked(saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  const found = await Promise.all([areLinksRevoked(saleKeys, madeAtMs), isCutOff("devices", saleKeys, madeAtMs)]);
  return found.includes(true);
}

async function writeCutoff(kind: Cutoff, saleKeys: readonly string[], nowMs: number): Promise<void> {
  for (const key of saleKeys)
    await writeAtomically(cutoffFile(kind, key), { notBeforeMs: nowMs } satisfies z.input<typeof cutoff>);
}

async function isCutOff(kind: Cutoff, saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  const found = await Promise.all(
    saleKeys.map(async (key) => cutoff.safeParse(await readJson(cutoffFile(kind, key))).data),
  );
  return found.some((one) => one !== undefined && madeAtMs < one.notBeforeMs);
}

/** A sale's key is a secret, so the file is named by its digest. */
function cutoffFile(kind: Cutoff, saleKey: string): string {
  const name = createHash("sha256").update(saleKey).digest("hex");
  return join(env().FOYER_DATA, "storefront", "revoked", kind, `${name}.json`);
}
