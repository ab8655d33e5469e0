import "server-only";

import { processWide } from "#lib/runtime/process-wide.ts";

const waiting = processWide("turns", () => new Map<string, Promise<unknown>>());

/** Runs calls with the same name one after the other. Calls with different names do not wait for each other. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = waiting.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  const done = mine
    .catch(() => undefined)
    .then(() => {
      if (waiting.get(name) === done) waiting.delete(name);
    });
  waiting.set(name, done);
  return mine;
}

/** Longer than the time between two requests of one double click. */
const KEPT_MS = 10_000;

type Shared = { readonly result: Promise<unknown>; readonly until: number };
const shared = processWide("shared", () => new Map<string, Shared>());

/**
 * Runs the work once for concurrent calls with the same name, such as those of a double click where no script runs, and returns
 * the same result to each. A result that is `good` is returned to later calls too, for 10 s; after any other result the next
 * call runs the work again. Each name must be used for one type of result.
 */
export function singleFlight<T>(
  name: string,
  work: () => Promise<T>,
  good: (result: T) => boolean,
  now: () => number = () => performance.now(),
): Promise<T> {
  for (const [other, { until }] of shared) if (until <= now()) shared.delete(other);
  const first = shared.get(name) as { readonly result: Promise<T> } | undefined;
  if (first !== undefined) return first.result;
  const result = work();
  shared.set(name, { result, until: Number.POSITIVE_INFINITY });
  result
    .then(good, () => false)
    .then((isGood) => {
      if (isGood) shared.set(name, { result, until: now() + KEPT_MS });
      else shared.delete(name);
    });
  return result;
}

type Recent<Answer> = { readonly at: number; readonly answer: Promise<Answer> };

/**
 * Returns a memory of this process for answers that were asked for less than `keptMs` ago. Of more than `max` the one that was asked
 * for first is forgotten, and at once an answer that is not `kept`.
 */
export function recentAnswers<Answer>(
  name: string,
  { keptMs, max, kept }: { readonly keptMs: number; readonly max: number; readonly kept: (answer: Answer) => boolean },
) {
  const known = processWide(name, () => new Map<string, Recent<Answer>>());

  async function get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const now = performance.now();
    const last = known.get(key);
    if (last && now - last.at < keptMs) return last.answer;
    const answer = ask();
    known.delete(key);
    known.set(key, { at: now, answer });
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > max) known.delete(oldest);
    const isKept = await answer.then(kept, () => false);
    if (!isKept && known.get(key)?.answer === answer) known.delete(key);
    return answer;
  }

  return { get, forget: (key: string) => known.delete(key), clear: () => known.clear() };
}

/** Returns a function that runs work given to it, at most `most` at a time, in the order of its calls. */
export function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
