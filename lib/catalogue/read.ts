import "server-only";

import { unstable_cache } from "next/cache";
import { type Catalogued, nowOrLastGood, type Question } from "#lib/catalogue/last-good.ts";
import { isBuilding } from "#lib/env.ts";

const PAGE_SECONDS = 300;
const SOON_SECONDS = 5;

/** Nobody was asked, and a page has to be drawn all the same. */
export const UNAVAILABLE = Symbol("unavailable");

type Reading<T> = Question<T> & {
  readonly tags: readonly string[];
  /** The page stands without it: a fault counts as unavailable, and the page is drawn again soon. */
  readonly isOptional?: boolean;
};

/**
 * Asks the service, and falls back on its last good answer. The page drawn from it is what Next keeps: it carries
 * these tags, and one drawn from an old or missing answer asks to be drawn again soon.
 */
export async function readThrough<T>({
  tags,
  isOptional = false,
  ...question
}: Reading<T>): Promise<Catalogued<T> | typeof UNAVAILABLE> {
  await mark(question.name, tags, PAGE_SECONDS);
  // A build needs no secret and no service: its pages are drawn again on their first request.
  const read = isBuilding() ? UNAVAILABLE : await nowOrLastGood(question, new Date()).catch(unlessOptional);
  if (read === UNAVAILABLE || read.asOf !== undefined) await mark("soon", [], SOON_SECONDS);
  return read;

  function unlessOptional(fault: unknown): typeof UNAVAILABLE {
    if (isOptional) return UNAVAILABLE;
    throw fault;
  }
}

/** An entry of no interest: what counts is that the page being drawn takes over its tags and its age limit. */
async function mark(name: string, tags: readonly string[], seconds: number): Promise<void> {
  await unstable_cache(async () => 1, [name, String(seconds)], { tags: [...tags], revalidate: seconds })();
}
