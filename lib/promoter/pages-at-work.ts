import "server-only";

import { atMost } from "#lib/runtime/concurrency.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { countAsNoLoad } from "#lib/telemetry/current-request.ts";

/** So many pages and actions for promoters are at work in one process, whatever they cost: the rest of it is for buyers. */
const AT_WORK_MAX = 8;
/** So long a reader on a slow line keeps the place of a page that has been read. */
const SENDING_MS = 15_000;

const places = processWide("promoters at work", () => atMost(AT_WORK_MAX));

/**
 * Runs an action once fewer than eight pages and actions for promoters are at work. The page that is rendered after it takes a place
 * of its own.
 */
export function actionAtWork<T>(action: () => Promise<T>): Promise<T> {
  // Its wait says nothing about room for buyers.
  countAsNoLoad();
  return places(action);
}

/**
 * Runs a page like an action, and keeps its place until its response is finished, of which `onFinished` tells: components that are
 * nested in a page read after its function has returned. Returns `undefined` without running it to a reader who has gone meanwhile.
 */
export function pageAtWork<T>(
  onFinished: (finished: () => void) => void,
  page: () => Promise<T>,
): Promise<T | undefined> {
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<void>();
  let hasGone = false;
  onFinished(() => {
    hasGone = true;
    finish();
  });
  return new Promise((answer) => {
    void actionAtWork(async () => {
      if (hasGone) return answer(undefined);
      const work = page();
      answer(work);
      await work.catch(() => undefined);
      const { promise: isOver, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, SENDING_MS);
      await Promise.race([isFinished, isOver]);
      clearTimeout(timer);
    });
  });
}
