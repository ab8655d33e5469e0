import "server-only";

import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";
import { digestOf } from "#lib/security/records/records.ts";

const record = z.object({ lastMs: z.number() });

/** Activity is written once in a tenth of the idle time, and once a minute at most: not with every request. */
const WRITE_PAUSE_MS = 60_000;

/**
 * Returns whether a session has been in use within `idleMs`, and if so notes that it is in use now. It is a file, and not in the
 * cookie, so that a copied cookie ends as well. Without one, as after a loss of the files, the session was last used at `sinceMs`.
 */
export async function keepActive(
  sessionId: string,
  { sinceMs, idleMs, nowMs }: Readonly<Record<"sinceMs" | "idleMs" | "nowMs", number>>,
): Promise<boolean> {
  const file = fileOf(sessionId);
  const lastMs = Math.max(sinceMs, record.safeParse(await readJson(file)).data?.lastMs ?? 0);
  if (nowMs - lastMs > idleMs) return false;
  if (nowMs - lastMs > Math.min(WRITE_PAUSE_MS, idleMs / 10))
    await writeAtomically(file, { lastMs: nowMs } satisfies z.input<typeof record>);
  return true;
}

/** Returns the folder. Its files may be removed after a month: the sessions have ended by then. */
export function activityFolder(): string {
  return join(env().FOYER_DATA, "storefront", "active");
}

/** An id is a secret, so the file is named by its digest. */
function fileOf(sessionId: string): string {
  return join(activityFolder(), `${digestOf(sessionId)}.json`);
}
