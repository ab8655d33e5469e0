import { inBatch, inRequest, type RequestContext, requestContext } from "#src/platform/domain/request-context.ts";
import type { Db } from "./db.ts";
import { type Done, inLockstep, type Work } from "./lockstep.ts";
import { ALONE } from "./merged.ts";

/** A larger batch has no more throughput, and each of its members waits longer. */
const BATCH_MAX = 64;
/** While one batch is committed, the next is read and written. */
const BATCHES_AT_ONCE = 2;
/** A second batch begins only when so many wait. Fewer wait for the next one. */
const SECOND_BATCH_MIN = 16;
/** Beyond this number an answer would be too late, so the call is refused at once. */
const WAITING_MAX = 10_000;

type Waiting = {
  readonly context: RequestContext | undefined;
  readonly work: Work<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Queue = { waiting: Waiting[]; running: number };

const queues = new WeakMap<Db, Map<string, Queue>>();

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
  const named = queues.get(db) ?? new Map<string, Queue>();
  queues.set(db, named);
  const queue = named.get(name) ?? { waiting: [], running: 0 };
  named.set(name, queue);
  if (queue.waiting.length >= WAITING_MAX) return Promise.reject(new TooManyWaiting("Too many calls wait."));
  return new Promise<T>((resolve, reject) => {
    queue.waiting.push({ context: requestContext(), work, resolve: resolve as (value: unknown) => void, reject });
    if (queue.running === 0 || (queue.running < BATCHES_AT_ONCE && queue.waiting.length >= SECOND_BATCH_MIN)) {
      void runBatches(db, queue);
    }
  });
}

async function runBatches(db: Db, queue: Queue): Promise<void> {
  queue.running += 1;
  // One turn of the event loop, so that calls that have already arrived share the transaction.
  await new Promise(setImmediate);
  while (queue.waiting.length >= (queue.running === 1 ? 1 : SECOND_BATCH_MIN)) {
    const batch = queue.waiting.splice(0, BATCH_MAX);
    await inBatch(
      batch.map(({ context }) => context),
      () => runBatch(db, batch),
    );
  }
  queue.running -= 1;
}

async function runBatch(db: Db, batch: readonly Waiting[]): Promise<void> {
  let members: readonly Done<unknown>[] | undefined;
  let hasFailed = false;
  try {
    await db.transaction(async (tx) => {
      const works = batch.map(({ work }) => work);
      members = await inLockstep(tx, works).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    });
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
  const run = () => db.transaction(work).then(resolve, reject);
  await (context === undefined ? run() : inRequest(context, run));
}
