import "server-only";

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { parseJson } from "#lib/runtime/limited-text.ts";

/** The suffix of a file that is being written. A killed process leaves such a file behind. */
export const DRAFT_SUFFIX = ".tmp";

/** Writes JSON to a file atomically and flushes it to the disk: after a crash the file is whole or absent. */
export async function writeAtomically(path: string, content: unknown): Promise<void> {
  await withDraft(path, content, (draft) => rename(draft, path));
}

/**
 * Writes JSON to a file like `writeAtomically`, unless the file exists. Returns whether it wrote: of several processes that
 * create one file, exactly one does.
 */
export async function createAtomically(path: string, content: unknown): Promise<boolean> {
  return withDraft(path, content, async (draft) => {
    const isCreated = await link(draft, path).then(
      () => true,
      (fault: unknown) => {
        if (fault instanceof Error && "code" in fault && fault.code === "EEXIST") return false;
        throw fault;
      },
    );
    await rm(draft);
    return isCreated;
  });
}

/** Writes a draft beside the path and passes it to `place`; removes it when that fails. */
async function withDraft<T>(path: string, content: unknown, place: (draft: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}${DRAFT_SUFFIX}`;
  try {
    await writeAndSync(draft, content);
    return await place(draft);
  } catch (fault) {
    // The disk may be full: a draft left behind would keep it full.
    await rm(draft, { force: true });
    throw fault;
  }
}

async function writeAndSync(draft: string, content: unknown): Promise<void> {
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns the content of a JSON file; `undefined` when it does not exist or is not JSON. */
export async function readJson(path: string): Promise<unknown> {
  // A page looks for up to six files that almost never exist. To ask first costs a hundredth of a failed opening.
  if (!existsSync(path)) return undefined;
  const text = await readFile(path, "utf8").catch((fault: unknown) => {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    throw fault;
  });
  return text === undefined ? undefined : parseJson(text);
}
