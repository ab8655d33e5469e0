import { inBatch, type RequestContext, requestContext } from "#src/platform/domain/request-context.ts";
import type { Db } from "./db.ts";
import { type Done, inLockstep, type Work } from "./lockstep.ts";
import { ALONE } from "./merged.ts";

/** A larger batch has no more throughput, and each of its members waits longer. */
const BATCH_MAX = 64;
/**
 * Of all names together: while one batch is committed, the next is read and written. More at once would be smaller ones, and
 * a statement costs nearly the same for one member as for ten.
 */
const BATCHES_AT_ONCE = 2;
/** A second batch of the same name begins only when so many wait. Fewer wait for the next one. */
const SECOND_BATCH_MIN = 16;
/** Beyond this number an answer would be too late, so the call is refused at once. */
const WAITING_MAX = 10_000;

type Waiting = {
  readonly context: RequestContext | undefined;
  /** Milliseconds of the process's steady clock. */
  readonly since: number;
  readonly work: Work<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Queue = { waiting: Waiting[]; running: number };

/** The queues of a database, by name. */
type Queues = { readonly byName: Map<string, Queue>; running: number; isWoken: boolean };

const queuesOf = new WeakMap<Db, Queues>();

/** Too many calls wait. It counts as busy, so that the call answers 503. */
class TooManyWaiting extends Error {
  readonly code = "55P03";
}

/**
 * Runs `work` in a transaction that it may share with other work of the same name: what arrives while a transaction of
 * that name is under way shares the next one. There is no timer, so without load each has its own. What would have to wait
 * for a lock leaves for a transaction that nothing waits for. When one of several members or a statement fails, nothing is
 * committed and each runs again, in a transaction of its own: `work` may run twice, and has no effect but on the database.
 */
export function inJoinedTransaction<T>(db: Db, name: string, work: Work<T>): Promise<T> {
  const queues = queuesOf.get(db) ?? { byName: new Map<string, Queue>(), running: 0, isWoken: false };
  queuesOf.set(db, queues);
  const queue = queues.byName.get(name) ?? { waiting: [], running: 0 };
  queues.byName.set(name, queue);
  if (queue.waiting.length >= WAITING_MAX) return Promise.reject(new TooManyWaiting("Too many calls wait."));
  return new Promise<T>((resolve, reject) => {
    const context = requestContext();
    const since = performance.now();
    queue.waiting.push({ context, since, work, resolve: resolve as (value: unknown) => void, reject });
    wake(db, queues);
  });
}

/** Starts batches after one turn of the event loop, so that calls that have already arrived share them. */
function wake(db: Db, queues: Queues): void {
  if (queues.isWoken || queues.running === BATCHES_AT_ONCE) return;
  queues.isWoken = true;
  setImmediate(() => {
    queues.isWoken = false;
    while (queues.running < BATCHES_AT_ONCE) {
      const queue = longestWaiting(queues);
      if (queue === undefined) return;
      void runNext(db, queues, queue);
    }
  });
}

/** Returns the queue of the call that has waited longest, of those from which a batch may begin. */
function longestWaiting({ byName }: Queues): Queue | undefined {
  const ready = [...byName.values()].filter(
    ({ waiting, running }) => waiting.length >= (running === 0 ? 1 : SECOND_BATCH_MIN),
  );
  return ready.sort((one, other) => (one.waiting[0]?.since ?? 0) - (other.waiting[0]?.since ?? 0))[0];
}

async function runNext(db: Db, queues: Queues, queue: Queue): Promise<void> {
  const batch = queue.waiting.splice(0, BATCH_MAX);
  queues.running += 1;
  queue.running += 1;
  await inBatch(
    "shared transaction",
    batch.map(({ context }) => context),
    () => runBatch(db, batch),
  );
  queues.running -= 1;
  queue.running -= 1;
  wake(db, queues);
}

async function runBatch(db: Db, batch: readonly Waiting[]): Promise<void> {
  let members: readonly Done<unknown>[] | undefined;
  let hasFailed = false;
  try {
    await db.transaction(
      async (tx) => {
        const works = batch.map(({ work }) => work);
        members = await inLockstep(tx, works).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      },
      { plansOnce: true },
    );
  } catch (error) {
    // Before the commit nothing is written, so each may run again. Whether a failed commit was carried out is not known.
    const mayRunAgain = hasFailed && batch.length > 1;
    for (const one of batch) {
      if (mayRunAgain) void runAlone(db, one);
      else one.reject(error);
    }
    return;
  }
  batch.forEach((one, at) => {
    const done = members?.[at];
    if (done === undefined || done === ALONE) void runAlone(db, one);
    else one.resolve(done.value);
  });
}

async function runAlone(db: Db, { context, work, resolve, reject }: Waiting): Promise<void> {
  await inBatch("own transaction", [context], () => db.transaction(work)).then(resolve, reject);
}
