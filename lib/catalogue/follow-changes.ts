import "server-only";

import { eventTag, LISTS_TAG, markChanged, setServiceSilent } from "#lib/runtime/catalogue-changes.ts";
import { isDraining } from "#lib/runtime/drain.ts";
import { log } from "#lib/telemetry/log.ts";
import { type Changes, listChanges } from "#lib/ticketing/changes.ts";
import { MISSING_MS } from "#lib/ticketing/client/extension.ts";

/** A change is on the shop within five seconds: this pause, the rendering, and the copy of an edge, which is up to two seconds old. */
const PAUSE_MS = 1_500;
/** The longest pause while the service does not answer. */
const PAUSE_MS_MAX = 6_000;

export type Following = {
  /** Where the next reading goes on. Without it everything counts as changed once the service answers. */
  readonly since?: string | undefined;
  /** The changes of the last answer: until all transactions of the time have ended, the service lists them again. */
  readonly marked?: ReadonlySet<string> | undefined;
  /** The pause before the next reading. */
  readonly pauseMs: number;
};

/** Marks what the service says has changed, as long as this process runs. Every storefront process follows for itself. */
export function followChanges(following: Following = { pauseMs: 0 }): void {
  setTimeout(async () => {
    if (!isDraining()) followChanges(await readChanges(following));
  }, following.pauseMs).unref();
}

/** Reads the changes once and marks them. */
export async function readChanges({ since, marked, pauseMs }: Following, read = listChanges): Promise<Following> {
  try {
    const changes = await read(since);
    setServiceSilent(false);
    // Without the call, pages are rendered again by their age alone.
    if (changes === undefined) return { pauseMs: MISSING_MS };
    mark(
      changes.changes.filter(({ id }) => !marked?.has(id)),
      since,
    );
    return { since: changes.next, marked: new Set(changes.changes.map(({ id }) => id)), pauseMs: PAUSE_MS };
  } catch (fault) {
    setServiceSilent(true);
    if (pauseMs <= PAUSE_MS) log("warn", "The changes of the catalogue could not be read.", { fault: String(fault) });
    return { since, marked, pauseMs: Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, pauseMs) * 2) };
  }
}

/** A page may have been stored by an earlier process, so without `since` everything has changed. */
function mark(changes: Changes["changes"], since: string | undefined): void {
  const known = changes.flatMap(({ eventId }) => eventId ?? []);
  if (since === undefined || known.length < changes.length) markChanged("everything", Date.now());
  else if (known.length > 0) markChanged([LISTS_TAG, ...known.map(eventTag)], Date.now());
}
