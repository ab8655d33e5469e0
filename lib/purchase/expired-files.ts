import "server-only";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DRAFT_SUFFIX } from "#lib/runtime/files.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";

/** After a month no valid cookie refers to a file. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** A file is written within seconds: a draft of this age was left by a process that was killed. */
const DRAFT_MS = 60 * 60 * 1000;
const BETWEEN_MS = 60 * 60 * 1000;

const last = processWide("expired files", () => ({ at: Number.NEGATIVE_INFINITY }));

/**
 * Removes files that are older than a month from these folders, and the drafts of killed processes from these and `alsoDraftsIn`, at most
 * once an hour. It never throws.
 */
export async function removeExpiredFiles(
  folders: readonly string[],
  now: number,
  alsoDraftsIn: readonly string[] = [],
): Promise<void> {
  if (now - last.at < BETWEEN_MS) return;
  last.at = now;
  try {
    for (const folder of folders) await removeExpiredIn(folder, now, KEPT_MS);
    for (const folder of alsoDraftsIn) await removeExpiredIn(folder, now, Number.POSITIVE_INFINITY);
  } catch {
    log("warn", "Old files could not be removed.");
  }
}

async function removeExpiredIn(folder: string, now: number, keptMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    const limitMs = name.endsWith(DRAFT_SUFFIX) ? DRAFT_MS : keptMs;
    if (found !== undefined && now - found.mtimeMs > limitMs) await rm(file, { force: true });
  }
}
