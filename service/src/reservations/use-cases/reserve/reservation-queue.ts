import type { Caller } from "#src/platform/domain/caller.ts";
import { change, observe } from "#src/platform/domain/measure.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import { inBatch, type RequestContext, requestContext } from "#src/platform/domain/request-context.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import type { Refused } from "#src/reservations/domain/terms.ts";
import type { WantedTickets } from "#src/reservations/domain/validate.ts";

export type ReservationRequest = {
  readonly caller: Caller;
  readonly eventId: number;
  readonly wanted: readonly WantedTickets[];
  /** The cart to add it to. Absent: a new cart. */
  readonly cartKey?: string;
  /** Keys of unpaid reservations of that cart that the new one replaces. They stay when it is refused. */
  readonly replaces?: readonly string[];
  /** The key of an offer of the waiting list, whose places the reservation takes. */
  readonly waitingListOffer?: string;
  readonly boxOffice?: boolean;
  /** Codes as they were typed, in addition to those of the cart. */
  readonly codes?: readonly string[];
  readonly source?: object;
  /** Returns whether the client has closed the connection. */
  readonly isDisconnected?: () => boolean;
};

export type ReservationOutcome = Outcome<{ readonly reservation: NewReservation }, ReservationRefusal>;

export type ReservationRefusal =
  | { readonly refusal: "no_such_event" | "no_such_cart" | "busy" | "disconnected" }
  | { readonly refusal: "refused"; readonly rows: readonly Refused[]; readonly codes?: CodeAnswers };

/** The result of each code, with the currency of the event. */
type CodeAnswers = { readonly answers: readonly CodeAnswer[]; readonly currency: string };

/**
 * A statement and its commit cost as much as thirty reservations, so larger batches are cheaper; beyond this size they gain
 * little.
 */
const BATCH_MAX = 256;
/** The database writes one batch while the next is read and prepared. A third would only wait for the same rows. */
const BATCHES_AT_ONCE = 2;
/** A second batch starts only when this number of requests wait. Fewer wait for the next batch. */
const SECOND_BATCH_MIN = 64;
/** A request beyond this number would be answered too late, so it is refused at once. */
const WAITING_MAX = 12_000;

/** `running` loops take batches. `deciding` of them have a batch that is not decided yet. */
export type EventQueue = {
  waiting: PendingRequest[];
  /** How many loops take batches from those that wait. */
  running: number;
  /** How many of these loops have a batch that the database has not decided yet. */
  deciding: number;
};

export type PendingRequest = {
  readonly request: ReservationRequest;
  readonly context: RequestContext | undefined;
  readonly since: number;
  /** A request that was refused must not get a reservation when the batch is retried. */
  readonly isAnswered: () => boolean;
  readonly answer: (outcome: ReservationOutcome) => void;
  readonly fail: (error: unknown) => void;
};

type Decide = (batch: readonly PendingRequest[]) => Promise<void>;

/**
 * Puts a request into the queue of its event and returns its outcome. Requests that arrive while a batch is decided form
 * the next batch. There is no timer, so without load a batch is one request. Two batches at once are as safe as two
 * processes: the locked stock rows decide.
 */
export function joinQueue(
  queues: Map<number, EventQueue>,
  request: ReservationRequest,
  decide: Decide,
  waitMaxMs: number,
): Promise<ReservationOutcome> {
  const queue = queues.get(request.eventId) ?? { waiting: [], running: 0, deciding: 0 };
  queues.set(request.eventId, queue);
  if (queue.waiting.length >= WAITING_MAX) return Promise.resolve({ ok: false, refusal: "busy" });

  return new Promise((resolve, fail) => {
    let answered = false;
    const answer = (outcome: ReservationOutcome) => {
      answered = true;
      resolve(outcome);
    };
    queue.waiting.push({
      request,
      context: requestContext(),
      since: performance.now(),
      isAnswered: () => answered,
      answer,
      fail,
    });
    change("foyer_service_reservations_waiting", {}, 1);
    if (mayRun(queue)) void run(queue, decide, waitMaxMs).finally(() => deleteIfIdle(queues, request.eventId, queue));
  });
}

function mayRun({ waiting, running }: EventQueue): boolean {
  return running === 0 || (running < BATCHES_AT_ONCE && waiting.length >= SECOND_BATCH_MIN);
}

function mayContinue({ waiting, running }: EventQueue): boolean {
  return waiting.length >= (running === 1 ? 1 : SECOND_BATCH_MIN);
}

/**
 * Returns how many of the waiting requests are decided next: half of them when no batch is being decided and they suffice for
 * two, so that the database writes one batch while the other is committed. In a single batch all clients would be answered, and
 * send their next requests, at the same time.
 */
function nextBatchSize({ waiting, running, deciding }: EventQueue): number {
  const isForTwo = running > 1 && deciding === 0 && waiting.length >= 2 * SECOND_BATCH_MIN;
  return Math.min(BATCH_MAX, isForTwo ? Math.ceil(waiting.length / 2) : waiting.length);
}

async function run(queue: EventQueue, decide: Decide, waitMaxMs: number): Promise<void> {
  queue.running += 1;
  // Waits one turn of the event loop, so that requests that have already arrived join the batch.
  await new Promise(setImmediate);
  while (mayContinue(queue)) {
    const taken = queue.waiting.splice(0, nextBatchSize(queue));
    change("foyer_service_reservations_waiting", {}, -taken.length);
    const batch = taken.filter((pending) => needsAnswer(pending, waitMaxMs));
    if (batch.length === 0) continue;
    observe("foyer_service_reservation_batch_size", {}, batch.length);
    const contexts = batch.map(({ context }) => context);
    queue.deciding += 1;
    await inBatch("reservation batch", contexts, () => decide(batch)).catch((error: unknown) => {
      for (const { fail } of batch) fail(error);
    });
    queue.deciding -= 1;
  }
  queue.running -= 1;
}

/** Returns whether a request must be decided. Answers it when its client has disconnected or it has waited too long. */
function needsAnswer({ request, since, answer }: PendingRequest, waitMaxMs: number): boolean {
  const isDisconnected = request.isDisconnected?.() === true;
  const late = performance.now() - since > waitMaxMs;
  if (isDisconnected || late) answer({ ok: false, refusal: isDisconnected ? "disconnected" : "busy" });
  return !isDisconnected && !late;
}

function deleteIfIdle(queues: Map<number, EventQueue>, eventId: number, queue: EventQueue): void {
  if (queue.running === 0 && queue.waiting.length === 0 && queues.get(eventId) === queue) queues.delete(eventId);
}
