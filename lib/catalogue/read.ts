import "server-only";

import { unstable_cache } from "next/cache";
import { forgetCopy, keepCopy, lastGoodCopy } from "#lib/catalogue/copies.ts";
import { isBuilding } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/** `asOf` (ISO 8601) is there when the service did not answer, and this is what it said then. */
export type Catalogued<T> = { readonly value: T; readonly asOf?: string };

type Reading<T> = {
  /** The name of the copy: constant text and ids, nothing that a visitor typed. */
  readonly name: string;
  readonly tags: readonly string[];
  readonly ask: () => Promise<T>;
  /** An answer that passed its schema and is wrong all the same, seen what was there before. */
  readonly isWrong?: (value: T, before: T) => boolean;
};

const PAGE_SECONDS = 300;
const SOON_SECONDS = 5;

/** Never answered yet, and a page has to be drawn all the same. */
export const UNAVAILABLE = Symbol("unavailable");

/**
 * Asks the service, and falls back on its last good answer. The page drawn from it is what Next keeps: it carries
 * these tags, and one drawn from an old or missing answer asks to be drawn again soon.
 */
export async function readThrough<T>({
  name,
  tags,
  ask,
  isWrong = () => false,
}: Reading<T>): Promise<Catalogued<T> | typeof UNAVAILABLE> {
  await mark(name, tags, PAGE_SECONDS);
  // A build needs no secret and no service: its pages are drawn again on their first request.
  if (isBuilding()) return unavailable();
  const now = new Date();
  const before = await lastGoodCopy(name, now);
  // A copy was a `T` when it was kept, and a changed shape is not read back.
  const good = before as { readonly at: string; readonly value: T } | undefined;
  try {
    const value = await ask();
    if (value === undefined) {
      if (good !== undefined) await forgetCopy(name);
      return { value };
    }
    if (good === undefined || !isWrong(value, good.value)) {
      await keepCopy(name, value, now);
      return { value };
    }
    log("warn", "The catalogue is suddenly empty, and its last good copy is shown.", { reading: name });
  } catch (fault) {
    log("warn", "The catalogue could not be read.", { reading: name, fault: String(fault) });
    if (good === undefined) throw fault;
  }
  await mark("soon", [], SOON_SECONDS);
  return { value: good.value, asOf: good.at };
}

async function unavailable(): Promise<typeof UNAVAILABLE> {
  await mark("soon", [], SOON_SECONDS);
  return UNAVAILABLE;
}

/** An entry of no interest: what counts is that the page being drawn takes over its tags and its age limit. */
async function mark(name: string, tags: readonly string[], seconds: number): Promise<void> {
  await unstable_cache(async () => 1, [name, String(seconds)], { tags: [...tags], revalidate: seconds })();
}
