import { performance } from "node:perf_hooks";
import { processWide } from "#lib/runtime/process-wide.ts";

/** A busy process is late when a page or a form waits so many seconds for its answer: a purchase has five of them. */
const LATE_SECONDS = 0.4;
/** At so many there is room again. Between the two nothing changes, so that the answer does not flicker. */
const ROOM_SECONDS = 0.2;
/** So few do not queue: each is at work, and one long render answers nobody for seconds. */
const QUEUE_MIN = 4;
/** Whatever the process does: so many wait for a service that has become slow. */
const QUEUE_MAX = 100;
/** The share of the time in which the process works, from which on it is busy. A process that only waits for others is not. */
const BUSY = 0.8;
const SAMPLE_MS = 250;
/** How much of each sample counts: a single long render stops nobody. */
const SAMPLE_WEIGHT = 0.4;

/** Visitors a second: about as many as one core serves to the end. The rate follows what the machine does. */
const FIRST_RATE = 8;
const RATE_MIN = 1;
/** Demand that reserves nothing must not raise the rate without end. */
const RATE_MAX = 8 * FIRST_RATE;
/** So many may begin in the same moment, after a moment in which fewer did: what they cost is seen a moment later. */
const AT_ONCE = 16;
/** Visitors pay minutes after they begin, so the rate must not grow much faster than it is learnt whether it was too high. */
const GROWTH_PER_SAMPLE = 1.01;
const DECLINE_PER_SAMPLE = 0.97;
/** Over these many seconds is counted how many finish. */
const FINISHED_SECONDS = 10;
/** A little less than finish, who had the process to themselves while nobody began. Much less would leave it idle. */
const SHARE_OF_FINISHED = 0.95;

const MS = 1_000;

/** When a visitor may begin to buy. Times are in milliseconds of one clock. */
export type LoadRule = {
  /** Records that a request waits for its answer. Not for one that waits for the bank. */
  readonly enter: () => void;
  readonly leave: () => void;
  /** Records that a request waits for something else than this process. Unlike one that leaves, it got no answer. */
  readonly withdraw: () => void;
  /** Records in which share of the time since the last sample the process worked. */
  readonly sample: (utilisation: number, now: number) => void;
  /** Returns whether the process works nearly all the time. One that only waits for others is not busy. */
  readonly isBusy: () => boolean;
  /** Records that a visitor who has begun is done. */
  readonly finish: (now: number) => void;
  /** Returns whether one more visitor may begin, and counts them if so. */
  readonly mayBegin: (now: number) => boolean;
  /** Records that a visitor who was counted has not begun after all. */
  readonly giveBack: () => void;
};

/**
 * Lets visitors begin at a rate that the process can serve to the end: nobody while requests queue, and otherwise so many a second.
 * The rate grows slowly while more want to begin and no requests queue. It declines while they do, though not below the rate at
 * which visitors finish.
 */
export function createLoadRule(): LoadRule {
  let [inside, queue, busy] = [0, 0, 0];
  /** Answers since the last sample, and a second. */
  let [answers, answering] = [0, 0];
  let isLate = false;
  let [rate, permits, refilledAt] = [FIRST_RATE, AT_ONCE, Number.NaN];
  let isShort = false;
  let finished: number[] = [];

  function sample(utilisation: number, now: number): void {
    queue += (inside - queue) * SAMPLE_WEIGHT;
    busy += (utilisation - busy) * SAMPLE_WEIGHT;
    answering += (answers / (SAMPLE_MS / MS) - answering) * SAMPLE_WEIGHT;
    answers = 0;
    // By Little's law: how many are inside, by how many leave a second.
    const waitSeconds = queue / Math.max(answering, 1);
    const waits = queue > QUEUE_MIN && waitSeconds > (isLate ? ROOM_SECONDS : LATE_SECONDS);
    isLate = queue > QUEUE_MAX || (busy > BUSY && waits);
    finished = finished.filter((at) => at > now - FINISHED_SECONDS * MS);
    const finishing = (finished.length / FINISHED_SECONDS) * SHARE_OF_FINISHED;
    if (isLate) rate = Math.max(rate * DECLINE_PER_SAMPLE, finishing, RATE_MIN);
    // A rate that nobody has reached says nothing about what the machine can do, but trouble that is over must be forgotten.
    else if ((isShort && waitSeconds < ROOM_SECONDS) || rate < FIRST_RATE)
      rate = Math.min(rate * GROWTH_PER_SAMPLE, RATE_MAX);
    isShort = false;
  }

  function mayBegin(now: number): boolean {
    const since = Number.isNaN(refilledAt) ? 0 : now - refilledAt;
    permits = Math.min(AT_ONCE, permits + (rate * since) / MS);
    refilledAt = now;
    if (permits < 1) isShort = true;
    if (isLate || permits < 1) return false;
    permits -= 1;
    return true;
  }

  function enter(): void {
    inside += 1;
  }

  function leave(): void {
    inside -= 1;
    answers += 1;
  }

  function withdraw(): void {
    inside -= 1;
  }

  function giveBack(): void {
    permits = Math.min(AT_ONCE, permits + 1);
  }

  return {
    giveBack,
    enter,
    leave,
    withdraw,
    finish: (now) => void finished.push(now),
    sample,
    isBusy: () => busy > BUSY,
    mayBegin,
  };
}

/** Process-wide, since `server.ts` asks outside of Next's bundle, and pages inside. */
const load = () => processWide("load", measuredLoad);

function measuredLoad(): LoadRule {
  const rule = createLoadRule();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    rule.sample(performance.eventLoopUtilization(now, before).utilization, performance.now());
    before = now;
  }, SAMPLE_MS).unref();
  return rule;
}

/**
 * Returns whether this process has capacity for one more visitor to begin to buy, and counts them if so: ask once for each visitor.
 * Visitors with a reservation are never asked about.
 */
export function mayBegin(): boolean {
  return load().mayBegin(performance.now());
}

/** Returns whether this process works nearly all the time. */
export function isBusy(): boolean {
  return load().isBusy();
}

/** Records a request until its answer is sent, or its client has gone. Returns what takes it out of the count before. */
export function enter(answer: Pick<Answer, "once" | "destroyed">): () => void {
  let isInside = !answer.destroyed;
  function end(how: "leave" | "withdraw"): void {
    if (isInside) load()[how]();
    isInside = false;
  }
  // One that is destroyed says no more that it is closed.
  if (isInside) load().enter();
  answer.once("close", () => end("leave"));
  return () => end("withdraw");
}

/** Records that a visitor who has begun is done, so that another may begin in their place. */
export function finish(): void {
  load().finish(performance.now());
}

type IsInside = (cookies: string, path: string) => Promise<boolean>;

const check = processWide("inside", (): { isInside?: IsInside } => ({}));

/**
 * Sets how is recognised who may reserve whatever the load: with a reservation, or where an event's line lets visitors in. The answers
 * are in a sealed cookie and in the files of lines, which `server.ts` cannot read.
 */
export function setInsideCheck(isInside: IsInside): void {
  check.isInside = isInside;
}

type Answer = {
  readonly destroyed: boolean;
  readonly once: (event: "close", listener: () => void) => unknown;
};

type Asking = {
  readonly cookies: string;
  readonly path: string;
  readonly answer: Answer;
  /** Whether the request has reserved tickets. It is asked once the answer is sent. */
  readonly hasReserved: () => boolean;
};

/**
 * Returns whether a visitor with these cookies may reserve at this path: everyone inside, and others while there is capacity. A
 * request that reserves nothing counts for nothing, so that forged and hopeless ones keep nobody else out.
 */
export async function mayReserveNow({ cookies, path, answer, hasReserved }: Asking): Promise<boolean> {
  if ((await check.isInside?.(cookies, path)) === true) return true;
  if (answer.destroyed || !mayBegin()) return false;
  answer.once("close", () => {
    if (!hasReserved()) load().giveBack();
  });
  return true;
}
