import { processWide } from "#lib/runtime/process-wide.ts";

/** What is rendered from the catalogue has a tag: its lists, or one event. */
export const LISTS_TAG = "events";
export const eventTag = (eventId: number): string => `event:${eventId}`;

/** Longer than a page is served by its age alone: a mark that is older concerns no page. */
const MARK_MS = 120_000;

/** The last change and the one before it, as Unix milliseconds; 0 for none. */
type LastTwo = readonly [before: number, last: number];

const NEVER: LastTwo = [0, 0];

/** Process-wide, since Next loads the page cache outside of its bundle. */
const marks = processWide("changes of the catalogue", () => ({
  everything: NEVER,
  tags: new Map<string, LastTwo>(),
  isSilent: false,
}));
const listeners = processWide("what is read again after a change", () => new Set<() => void>());

/** Records that the catalogue changed: what these tags, or `"everything"`, were read for before `now` is out of date. */
export function markChanged(tags: readonly string[] | "everything", now: number): void {
  for (const [tag, [, last]] of marks.tags) if (now - last > MARK_MS) marks.tags.delete(tag);
  if (tags === "everything") marks.everything = [marks.everything[1], now];
  else for (const tag of tags) marks.tags.set(tag, [marks.tags.get(tag)?.[1] ?? 0, now]);
  for (const listener of listeners) listener();
}

/**
 * Returns when what was read for these tags became out of date: the first of their last two changes that was recorded after `readAt`
 * (Unix milliseconds), or `undefined`.
 */
export function outOfDateAt(tags: readonly string[], readAt: number): number | undefined {
  const changes = [marks.everything, ...tags.map((tag) => marks.tags.get(tag) ?? NEVER)].flat();
  const since = changes.filter((change) => change >= readAt);
  return since.length === 0 ? undefined : Math.min(...since);
}

/** Records whether the service answered when it was asked for its changes last. */
export function setServiceSilent(isSilent: boolean): void {
  marks.isSilent = isSilent;
}

/** Returns whether the service is known not to answer: nobody waits for a page that it would be needed for. */
export function isServiceSilent(): boolean {
  return marks.isSilent;
}

/** Returns whether the service tells its changes at present. Places taken are one only where a ticket type is sold out, or no longer. */
export function areChangesTold(): boolean {
  return marks.everything[1] > 0 && !marks.isSilent;
}

/** Calls a function after each change, to read again what a module keeps. */
export function afterChange(listener: () => void): void {
  listeners.add(listener);
}
