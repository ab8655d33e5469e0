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

type Recent<Answer> = { readonly answer: Promise<Answer>; readonly until: number };

const UNDER_WAY = Number.POSITIVE_INFINITY;

type Memory<Answer> = {
  readonly keptMs: number;
  readonly max: number;
  readonly kept: (answer: Answer) => boolean;
  readonly now?: () => number;
};

/**
 * Returns a memory of this process for answers. One that is under way is shared, and used again for `keptMs` from its arrival on. Of
 * more than `max` the oldest is forgotten, and at once an answer that is not `kept`.
 */
export function recentAnswers<Answer>(
  name: string,
  { keptMs, max, kept, now = () => performance.now() }: Memory<Answer>,
) {
  const known = processWide(name, () => new Map<string, Recent<Answer>>());

  /** Returns the answer that is known or under way. */
  function recall(key: string): Promise<Answer> | undefined {
    // Those that have arrived are in the order of their arrival.
    for (const [other, { until }] of known) {
      if (until <= now()) known.delete(other);
      else if (until < UNDER_WAY) break;
    }
    return known.get(key)?.answer;
  }

  async function get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const last = recall(key);
    if (last !== undefined) return last;
    const answer = ask();
    known.set(key, { answer, until: UNDER_WAY });
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > max) known.delete(oldest);
    const isKept = await answer.then(kept, () => false);
    if (known.get(key)?.answer === answer) {
      known.delete(key);
      if (isKept) known.set(key, { answer, until: now() + keptMs });
    }
    return answer;
  }

  return { recall, get, clear: () => known.clear() };
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

type Batch<Item, Answer> = { readonly items: Map<string, Item>; readonly answers: Promise<(key: string) => Answer> };

/**
 * Returns a function that sends what is given to it within one turn of the event loop together: at most `most` items, of which each has
 * its own key.
 */
export function inBatches<Item, Answer>(
  most: number,
  sendAll: (items: readonly Item[]) => Promise<(key: string) => Answer>,
): (key: string, item: Item) => Promise<Answer> {
  let gathering: Batch<Item, Answer> | undefined;

  function begin(): Batch<Item, Answer> {
    const items = new Map<string, Item>();
    const answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (gathering === batch) gathering = undefined;
      return sendAll([...items.values()]);
    });
    const batch = { items, answers };
    return batch;
  }

  return async (key, item) => {
    if (gathering === undefined || gathering.items.size >= most || gathering.items.has(key)) gathering = begin();
    gathering.items.set(key, item);
    return (await gathering.answers)(key);
  };
}
