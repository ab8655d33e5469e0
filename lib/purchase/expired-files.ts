import "server-only";

import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { foldersOfAttempts, SETTLED_SECONDS } from "#lib/purchase/attempt-files.ts";
import { DRAFT_SUFFIX } from "#lib/runtime/files.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { usedFolder } from "#lib/security/records/once.ts";
import { foldersOfRevocations } from "#lib/security/records/revocation-times.ts";
import { activityFolder } from "#lib/session/activity.ts";
import { log } from "#lib/telemetry/log.ts";

/** A file is written within seconds: a draft of this age was left by a process that was killed. */
const DRAFT_MS = 60 * 60 * 1000;
const BETWEEN_MS = 60 * 60 * 1000;
const USED_MS = 60 * 60 * 1000;
const MONTH_MS = SETTLED_SECONDS * 1000;

const last = processWide("expired files", () => ({ at: Number.NEGATIVE_INFINITY }));

/** A folder, and how long its files are kept. */
type Kept = readonly [folder: string, keptMs: number];

function keptFolders(): readonly Kept[] {
  const { settled, open } = foldersOfAttempts();
  return [
    ...[...settled, ...foldersOfRevocations(), activityFolder()].map((folder): Kept => [folder, MONTH_MS]),
    [usedFolder(), USED_MS],
    [open, Number.POSITIVE_INFINITY],
  ];
}

/** Removes the files of the storefront that nothing reads any more, and the drafts of killed processes, at most once an hour. It never throws. */
export async function removeExpiredFiles(now: number): Promise<void> {
  if (now - last.at < BETWEEN_MS) return;
  last.at = now;
  try {
    for (const [folder, keptMs] of keptFolders()) await removeExpiredIn(folder, now, keptMs);
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
