import "server-only";

import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes JSON to a file atomically and flushes it to the disk: after a crash the file is whole or absent. */
export async function writeAtomically(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path).catch(async (fault: unknown) => {
    await rm(draft, { force: true });
    throw fault;
  });
}

/** Returns the content of a JSON file; `undefined` when it does not exist or is not JSON. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((fault: unknown) => {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    throw fault;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
