import "server-only";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { log } from "#lib/log.ts";
import { processWide } from "#lib/process-wide.ts";

/** After a month no valid cookie refers to a file. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const BETWEEN_MS = 60 * 60 * 1000;

const last = processWide("expired files", () => ({ at: Number.NEGATIVE_INFINITY }));

/** Removes files that are older than a month from these folders, at most once an hour. It never throws. */
export async function removeExpiredFiles(folders: readonly string[], now: number): Promise<void> {
  if (now - last.at < BETWEEN_MS) return;
  last.at = now;
  try {
    for (const folder of folders) await removeExpiredIn(folder, now);
  } catch {
    log("warn", "Old files could not be removed.");
  }
}

async function removeExpiredIn(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && now - found.mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}
