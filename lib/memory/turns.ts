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
