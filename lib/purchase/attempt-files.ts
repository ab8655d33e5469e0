import "server-only";

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { type Attempt, attempt as schema, withOwner } from "#lib/purchase/attempt.ts";
import { createAtomically, readJson, writeAtomically } from "#lib/runtime/files.ts";
import { digestOf } from "#lib/security/records/records.ts";

// Payment attempts in the folder, as storefronts of the release before read and write them: a file for each attempt, open or settled,
// and numbered pointers from a cart to its attempts.

/** The latest attempt of a cart in the folder, and the path of the next one's pointer. */
type InFolder = { readonly attempt?: Attempt; readonly next: string };

/**
 * Returns the latest attempt of a cart. Pointers are never replaced, so that of two processes only one creates the next.
 */
export async function findInFolder(cartId: string): Promise<InFolder> {
  let id: string | undefined;
  for (let number = 0; ; number += 1) {
    const next = pointerOf(cartId, number);
    const found = await readJson(next);
    if (found === undefined) {
      const attempt = id === undefined ? undefined : await readFromFolder(id);
      return { ...(attempt && { attempt }), next };
    }
    id = z.uuid().safeParse(found).data;
  }
}

/** Returns an attempt, open or settled. */
export async function readFromFolder(id: string): Promise<Attempt | undefined> {
  return (await read("settled", id)) ?? (await read("open", id));
}

/**
 * Writes an open attempt, and makes it the latest of its cart. Returns false, and leaves nothing, where another process was faster.
 * Throws when the disk fails; then it does not count.
 */
export async function openInFolder(attempt: Attempt, next: string): Promise<boolean> {
  const file = fileOf("open", attempt.id);
  try {
    await writeAtomically(file, attempt);
    if (await createAtomically(next, attempt.id)) return true;
  } catch (fault) {
    await rm(file, { force: true }).catch(() => undefined);
    throw fault;
  }
  await rm(file, { force: true });
  return false;
}

/** How an attempt ended. */
export type Ending = Required<Pick<Attempt, "settledAt">> & Pick<Attempt, "state" | "results">;

/** Settles an attempt that is open in this folder. The first ending stands. */
export async function settleInFolder(id: string, ending: Ending): Promise<void> {
  const found = await read("open", id);
  if (found === undefined) return;
  await createAtomically(fileOf("settled", id), { ...found, ...ending });
  await rm(fileOf("open", id), { force: true });
}

export async function addOwnerInFolder(id: string, checkoutDigest: string): Promise<void> {
  for (const state of ["settled", "open"] as const) {
    const found = await read(state, id);
    if (found === undefined) continue;
    const changed = withOwner(found, checkoutDigest);
    return changed === found ? undefined : writeAtomically(fileOf(state, id), changed);
  }
}

async function read(state: "open" | "settled", id: string): Promise<Attempt | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  return schema.safeParse(await readJson(fileOf(state, id))).data;
}

/** As long as an attempt with many sales, so that it needs a block of the disk. */
const TRIAL = "x".repeat(4_096);

/** Writes a file as that of an open attempt and removes it. Throws when the disk could take no attempt. */
export async function tryToWriteAttempt(): Promise<void> {
  const file = fileOf("open", `trial-${randomUUID()}`);
  await writeAtomically(file, TRIAL);
  await rm(file);
}

/** After a month no valid cookie refers to a settled attempt. */
export const SETTLED_SECONDS = 30 * 24 * 60 * 60;

/** Returns the folders of attempts: those whose files may be removed after a month, and that of open ones, whose files may not. */
export function foldersOfAttempts() {
  return { settled: [join(root(), "settled"), join(root(), "carts")], open: join(root(), "open") } as const;
}

function root(): string {
  return join(env().FOYER_DATA, "storefront", "attempts");
}

function fileOf(state: "open" | "settled", id: string): string {
  return join(root(), state, `${id}.json`);
}

/** The cart's id is a secret, so the file is named by its digest. The digest also keeps special characters out of the path. */
function pointerOf(cartId: string, number: number): string {
  const digest = digestOf(cartId);
  return join(root(), "carts", number === 0 ? `${digest}.json` : `${digest}.${number}.json`);
}
