import { inBatch, type RequestContext, requestContext } from "#src/platform/domain/request-context.ts";
import { connectionWaitMs, type Db } from "./db.ts";
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
/** How much the last batch counts in the usual duration of a batch. */
const LAST_BATCH_WEIGHT = 0.5;

type Waiting = {
  readonly context: RequestContext | undefined;
  /** Milliseconds of the process's steady clock. */
  readonly since: number;
  readonly work: Work<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Queue = { waiting: Waiting[]; running: number };

/** The queues of a database, by name, and the usual duration of a batch in ms. */
type Queues = { readonly byName: Map<string, Queue>; running: number; isWoken: boolean; batchMs: number };

const queuesOf = new WeakMap<Db, Queues>();

/** Too many calls wait. It counts as busy, so that the call answers 503. */
class TooManyWaiting extends Error {
  readonly code = "55P03";
}

/** Work that would wait for longer than `waitMaxMs` is refused at once. */
type JoinOptions = { readonly waitMaxMs?: number };

/**
 * Runs `work` in a transaction that it may share with other work of the same name: what arrives while a transaction of
 * that name is under way shares the next one. There is no timer, so without load each has its own. What would have to wait
 * for a lock leaves for a transaction that nothing waits for. When one of several members or a statement fails, nothing is
 * committed and each runs again, in a transaction of its own: `work` may run twice, and has no effect but on the database.
 */
export function inJoinedTransaction<T>(
  db: Db,
  name: string,
  work: Work<T>,
  { waitMaxMs = Number.POSITIVE_INFINITY }: JoinOptions = {},
): Promise<T> {
  const queues = queuesOf.get(db) ?? { byName: new Map<string, Queue>(), running: 0, isWoken: false, batchMs: 0 };
  queuesOf.set(db, queues);
  const queue = queues.byName.get(name) ?? { waiting: [], running: 0 };
  queues.byName.set(name, queue);
  if (queue.waiting.length >= WAITING_MAX || expectedWaitMs(db) > waitMaxMs)
    return Promise.reject(new TooManyWaiting("Too many calls wait."));
  return new Promise<T>((resolve, reject) => {
    const context = requestContext();
    const since = performance.now();
    queue.waiting.push({ context, since, work, resolve: resolve as (value: unknown) => void, reject });
    wake(db, queues);
  });
}

/**
 * Returns for how long work that comes now would wait for its transaction, in ms: the batches before it take as long as the last
 * ones did, and what leaves its batch waits for a connection. It is no less than the oldest has waited already.
 */
export function expectedWaitMs(db: Db): number {
  const ofConnections = connectionWaitMs(db);
  const queues = queuesOf.get(db);
  if (queues === undefined) return ofConnections;
  const now = performance.now();
  let batches = 0;
  let oldest = now;
  for (const { waiting } of queues.byName.values()) {
    batches += Math.ceil(waiting.length / BATCH_MAX);
    oldest = Math.min(oldest, waiting[0]?.since ?? oldest);
  }
  return Math.max(ofConnections, (batches * queues.batchMs) / BATCHES_AT_ONCE, now - oldest);
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
  const begun = performance.now();
  await inBatch(
    "shared transaction",
    batch.map(({ context }) => context),
    () => runBatch(db, batch),
  );
  queues.batchMs += (performance.now() - begun - queues.batchMs) * LAST_BATCH_WEIGHT;
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
