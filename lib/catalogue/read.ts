import "server-only";

import { unstable_cache } from "next/cache";
import { type CachedRead, type Catalogued, nowOrLastGood } from "#lib/catalogue/last-good.ts";
import { isBuilding } from "#lib/env.ts";
import { afterChange, areChangesTold } from "#lib/runtime/catalogue-changes.ts";
import { recentAnswers } from "#lib/runtime/concurrency.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";

/** As `revalidate` of the pages. */
const PAGE_SECONDS = 40;
const SOON_SECONDS = 5;

/**
 * How long an answer is used again, by all pages of this process, while the service tells its changes. It does not tell what changes by
 * time alone, nor how many places are left: they are up to so much older. During an on-sale every page of a checkout needs the same
 * event.
 */
const KEPT_MS = 5_000;
const KEPT_MAX = 200;

const answers = recentAnswers<Catalogued<unknown>>("the catalogue", {
  keptMs: KEPT_MS,
  max: KEPT_MAX,
  kept: ({ value, asOf }) => value !== undefined && asOf === undefined,
});
afterChange(answers.clear);

/** There is no answer, and no earlier one either: the page is rendered without this data. */
const UNAVAILABLE: Catalogued<undefined> = { value: undefined };

type Reading<T> = CachedRead<T> & {
  readonly tags: readonly string[];
  /** The page can be rendered without it: a fault counts as unavailable, and the page is rendered again soon. */
  readonly isOptional?: boolean;
};

/**
 * Reads from the service, and falls back to its last good answer. `value` is `undefined` for what does not exist, and where there
 * is neither. Next caches the page rendered from it: the page gets these tags, and expires soon where the answer was old or
 * missing.
 */
export async function readThrough<T>({
  tags,
  isOptional = false,
  ...call
}: Reading<T>): Promise<Catalogued<T | undefined>> {
  // The page cache compares the time before the first read with that of a change.
  await mark(call.name, [...tags, `read:${Date.now()}`], PAGE_SECONDS);
  // A build reads nothing from the service: its pages are rendered again on their first request.
  const answer = isBuilding() ? undefined : presentAnswer(call);
  const read = (await (answer && isOptional ? undefinedOnFault(answer) : answer)) ?? UNAVAILABLE;
  if (read === UNAVAILABLE || read.asOf !== undefined) await renderAgainSoon();
  return read;
}

function presentAnswer<T>(call: CachedRead<T>): Promise<Catalogued<T>> {
  const read = () => nowOrLastGood(call, new Date());
  // Each name belongs to one type of answer.
  return areChangesTold() ? (answers.get(call.name, read) as Promise<Catalogued<T>>) : read();
}

/** Renders the current page again after 5 s, because it lacks something that arrives soon. */
export function renderAgainSoon(): Promise<void> {
  return mark("soon", [], SOON_SECONDS);
}

/**
 * Sets the HTTP status of the page that is being rendered, with a tag that the page cache reads. A page with 503 is rendered
 * again soon.
 */
export function setCachedPageStatus(status: 404 | 503): Promise<void> {
  return mark(`status-${status}`, [`status:${status}`], status === 503 ? SOON_SECONDS : PAGE_SECONDS);
}

/** Adds tags and an age limit to the page that is being rendered. The cache entry itself is not used. */
async function mark(name: string, tags: readonly string[], seconds: number): Promise<void> {
  await unstable_cache(async () => 1, [name, String(seconds)], { tags: [...tags], revalidate: seconds })();
}
