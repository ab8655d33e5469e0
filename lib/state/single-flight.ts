import "server-only";

import { processWide } from "#lib/process-wide.ts";

const waiting = processWide("turns", () => new Map<string, Promise<unknown>>());

/** Work under one name is done one after the other; work under different names does not wait. */
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

/** Longer than two requests of one double click may lie apart, whatever the first of them waits for. */
const KEPT_MS = 10_000;

type Shared = { readonly result: Promise<unknown>; readonly until: number };
const shared = processWide("shared", () => new Map<string, Shared>());

/**
 * A form that is sent a second time, as by a double click where no script runs, joins the first: the work is done once,
 * and both are told what came of it. What is `good` is told to stragglers too, who looked before and ask after; what is
 * not may be tried again. Each name is asked for with one kind of work alone.
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
