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

const underWay = processWide("under way", () => new Map<string, Promise<unknown>>());

/**
 * A form that is sent a second time before the first was answered, as by a double click where no script runs, joins it:
 * the work is done once, and both are told what came of it. Each name is asked for with one kind of work alone.
 */
export function together<T>(name: string, work: () => Promise<T>): Promise<T> {
  const first = underWay.get(name) as Promise<T> | undefined;
  if (first !== undefined) return first;
  const mine = work().finally(() => underWay.delete(name));
  underWay.set(name, mine);
  return mine;
}
