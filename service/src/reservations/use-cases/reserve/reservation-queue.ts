import type { ReservationOutcome, ReservationRequest } from "./reservation-request.ts";

/** More gains nothing and lengthens everybody's wait. */
const BATCH_MAX = 128;
/** The database writes one batch while the next is being read and prepared; a third would only wait for the same rows. */
const BATCHES_AT_ONCE = 2;
/** A second batch sets out only when so many wait: below this it is better that they gather into one. */
const SECOND_BATCH_MIN = 64;
/** Beyond this an answer would come too late to be of use: better to say so at once. */
const WAITING_MAX = 12_000;

export type EventQueue = { waiting: Waiter[]; running: number };

export type Waiter = {
  readonly request: ReservationRequest;
  readonly since: number;
  /** Whoever has been told "no" must not get a reservation when the batch is repeated. */
  readonly isAnswered: () => boolean;
  readonly answer: (outcome: ReservationOutcome) => void;
  readonly fail: (error: unknown) => void;
};

type Decide = (batch: readonly Waiter[]) => Promise<void>;

/**
 * While a batch is on its way the next one gathers. There is no timer: when it is quiet, a batch is one request.
 * Two batches at once are as safe as two processes: the rows themselves say what is left.
 */
export function joinQueue(
  queues: Map<number, EventQueue>,
  request: ReservationRequest,
  decide: Decide,
  waitMaxMs: number,
): Promise<ReservationOutcome> {
  const queue = queues.get(request.eventId) ?? { waiting: [], running: 0 };
  queues.set(request.eventId, queue);
  if (queue.waiting.length >= WAITING_MAX) return Promise.resolve({ ok: false, refusal: "busy" });

  return new Promise((resolve, fail) => {
    let answered = false;
    const answer = (outcome: ReservationOutcome) => {
      answered = true;
      resolve(outcome);
    };
    queue.waiting.push({ request, since: performance.now(), isAnswered: () => answered, answer, fail });
    if (mayRun(queue)) void run(queue, decide, waitMaxMs).finally(() => leaveIfIdle(queues, request.eventId, queue));
  });
}

function mayRun({ waiting, running }: EventQueue): boolean {
  return running === 0 || (running < BATCHES_AT_ONCE && waiting.length >= SECOND_BATCH_MIN);
}

function mayGoOn({ waiting, running }: EventQueue): boolean {
  return waiting.length >= (running === 1 ? 1 : SECOND_BATCH_MIN);
}

async function run(queue: EventQueue, decide: Decide, waitMaxMs: number): Promise<void> {
  queue.running += 1;
  // One turn of the loop lets everybody in who has already arrived.
  await new Promise(setImmediate);
  while (mayGoOn(queue)) {
    const batch = queue.waiting.splice(0, BATCH_MAX).filter((waiter) => isStillWanted(waiter, waitMaxMs));
    if (batch.length === 0) continue;
    await decide(batch).catch((error: unknown) => {
      for (const { fail } of batch) fail(error);
    });
  }
  queue.running -= 1;
}

/** Nothing is reserved for somebody who has gone, or who has been told by now that it took too long. */
function isStillWanted({ request, since, answer }: Waiter, waitMaxMs: number): boolean {
  const gone = request.hasGone?.() === true;
  const late = performance.now() - since > waitMaxMs;
  if (gone || late) answer({ ok: false, refusal: gone ? "gone" : "busy" });
  return !gone && !late;
}

function leaveIfIdle(queues: Map<number, EventQueue>, eventId: number, queue: EventQueue): void {
  if (queue.running === 0 && queue.waiting.length === 0 && queues.get(eventId) === queue) queues.delete(eventId);
}
