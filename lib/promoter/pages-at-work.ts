import "server-only";

import { atMost } from "#lib/runtime/concurrency.ts";
import { processWide } from "#lib/runtime/process-wide.ts";

/** So many pages for promoters are at work in one process, whatever they cost: the rest of it is for buyers. */
const PAGES_MAX = 8;
/** A reader on a slow line does not keep a place for longer. */
const PLACE_MS = 15_000;

const atWork = processWide("promoters' pages at work", () => atMost(PAGES_MAX));

/**
 * Waits until fewer than eight pages for promoters are at work, and counts one until its response is finished, of which `onFinished`
 * tells: components that are nested in a page read after its function has returned.
 */
export function placeAtWork(onFinished: (finished: () => void) => void): Promise<void> {
  const { promise: isFinished, resolve: finished } = Promise.withResolvers<void>();
  // Before the wait: a reader who has gone meanwhile takes no place.
  onFinished(finished);
  return new Promise((begin) => {
    void atWork(async () => {
      begin();
      const { promise: isOver, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, PLACE_MS);
      await Promise.race([isFinished, isOver]);
      clearTimeout(timer);
    });
  });
}
