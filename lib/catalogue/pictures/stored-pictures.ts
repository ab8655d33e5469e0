import "server-only";

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";
import { processWide } from "#lib/runtime/process-wide.ts";

/** What is known of the picture at an address. */
export type PictureRecord = z.infer<typeof recordShape>;

const recordShape = z.object({
  hash: z.string().regex(/^[0-9a-f]{32}$/),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  etag: z.string().optional(),
  /** When the address was fetched or confirmed, as milliseconds since 1970. */
  checkedAt: z.number(),
});

/** The limit for originals and their smaller copies. Above it, the least recently shown pictures are removed. */
const STORED_BYTES_MAX = 2 * 1024 ** 3;
/** The precision of the stored time of the last use. */
const USED_MS = 60 * 60 * 1000;
const ORIGINAL = "original";

const records = processWide("pictures by address", () => new Map<string, PictureRecord>());
const used = processWide("pictures used", () => new Map<string, number>());

/** Returns the hash of a picture's bytes, which is its name. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

/** Returns the record of an address, from memory or from the disk after a restart. */
export async function recordOf(address: string): Promise<PictureRecord | undefined> {
  const known = records.get(address) ?? recordShape.safeParse(await readJson(recordFile(address))).data;
  if (known === undefined || !(await isStored(known.hash))) return undefined;
  records.set(address, known);
  return known;
}

export async function keepRecord(address: string, record: PictureRecord): Promise<void> {
  records.set(address, record);
  await writeAtomically(recordFile(address), record);
}

/** Stores a fetched picture under its hash, and removes those that were not shown for the longest time. */
export async function keepOriginal(hash: string, bytes: Uint8Array): Promise<void> {
  if (!(await isStored(hash))) await write(hash, ORIGINAL, bytes);
  await removeBeyond(STORED_BYTES_MAX, hash);
}

/** Returns a file of a picture: its original, or a copy such as `720.avif`. */
export async function readStored(hash: string, name: string = ORIGINAL): Promise<Buffer | undefined> {
  return readFile(join(folder(), hash, name)).catch(() => undefined);
}

/** Stores a smaller copy. A picture that was removed in the meantime gets none. */
export async function keepCopy(hash: string, name: string, bytes: Uint8Array): Promise<void> {
  if (await isStored(hash)) await write(hash, name, bytes);
}

/** Removes pictures in the order of their last use until all take at most `bytesMax`; never `except`. */
export async function removeBeyond(bytesMax: number, except: string): Promise<void> {
  const hashes = await readdir(folder()).catch(() => []);
  const sized = await Promise.all(hashes.filter((name) => name.length === 32).map(sizeOf));
  let bytes = sized.reduce((sum, one) => sum + one.bytes, 0);
  for (const one of sized.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (bytes <= bytesMax) return;
    if (one.hash === except) continue;
    await rm(join(folder(), one.hash), { recursive: true, force: true });
    used.delete(one.hash);
    bytes -= one.bytes;
  }
}

async function sizeOf(hash: string) {
  const names = await readdir(join(folder(), hash)).catch(() => []);
  const files = await Promise.all(names.map((name) => stat(join(folder(), hash, name)).catch(() => undefined)));
  const original = await stat(join(folder(), hash, ORIGINAL)).catch(() => undefined);
  return { hash, bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0), usedAt: original?.mtimeMs ?? 0 };
}

/** Returns whether the original is stored, and records the use in its file's modification time. */
export async function isStored(hash: string): Promise<boolean> {
  const now = Date.now();
  if (now - (used.get(hash) ?? 0) < USED_MS) return true;
  const isThere = await utimes(join(folder(), hash, ORIGINAL), new Date(now), new Date(now)).then(
    () => true,
    () => false,
  );
  if (isThere) used.set(hash, now);
  return isThere;
}

async function write(hash: string, name: string, bytes: Uint8Array): Promise<void> {
  const file = join(folder(), hash, name);
  const draft = `${file}.${crypto.randomUUID()}.tmp`;
  await mkdir(join(folder(), hash), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, file);
  } catch (fault) {
    // The disk may be full: a draft left behind would keep it full.
    await rm(draft, { force: true });
    throw fault;
  }
}

function recordFile(address: string): string {
  return join(folder(), "addresses", `${hashOf(address)}.json`);
}

function folder(): string {
  return join(env().FOYER_DATA, "storefront", "pictures");
}
