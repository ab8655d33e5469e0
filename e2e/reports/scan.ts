import { readdir, readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { leaksIn } from "#test/tools/leak-scan.ts";
import type { Needle } from "#test/tools/needles.ts";

/** A file that contained a secret, and which. */
export type LeakyFile = { readonly file: string; readonly needles: readonly string[] };

/** The logs of a sandbox, which it copies after the run. Tests of their own search them. */
const LOGS = /^logs[\\/]/;

/** Searches every file below a folder, in archives too. Deletes those that contain a secret, and returns them. */
export async function deleteLeaks(folder: string, needles: readonly Needle[]): Promise<readonly LeakyFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const leaky: LeakyFile[] = [];
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const file = relative(folder, path);
    if (LOGS.test(file)) continue;
    const found = leaksOf(file, await readFile(path), needles);
    if (found.length === 0) continue;
    await rm(path);
    leaky.push({ file, needles: found });
  }
  return leaky;
}

/** A file that cannot be searched, such as a damaged archive, counts as one that contains a secret. */
function leaksOf(file: string, bytes: Buffer, needles: readonly Needle[]): readonly string[] {
  try {
    return [...new Set(leaksIn(file, bytes, needles).map(({ needle }) => needle))];
  } catch (error) {
    return [`it cannot be searched: ${error}`];
  }
}
