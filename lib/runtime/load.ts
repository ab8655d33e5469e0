import { monitorEventLoopDelay } from "node:perf_hooks";
import { processWide } from "#lib/runtime/process-wide.ts";

/** At a mean delay of the event loop above this, whoever is inside already waits seconds for a page. */
const LATE_MS = 150;
/** Below half of it there is room again. Between the two nothing changes, so that the answer does not flicker. */
const ROOM_MS = 75;
const SAMPLE_MS = 250;
/** How much of each sample counts: a single long render stops nobody. */
const SAMPLE_WEIGHT = 0.4;

/** As many as one core sells a second. The rate follows what the machine does from the first seconds on. */
const FIRST_RATE = 16;
const RATE_MIN = 1;
/** Visitors pay minutes after they begin, so the rate must not grow much faster than it is learnt whether it was too high. */
const GROWTH_PER_SAMPLE = 1.005;
const DECLINE_PER_SAMPLE = 0.97;
/** Over these many seconds is counted how many finish. */
const FINISHED_SECONDS = 10;
/** Fewer than finish, who had the process to themselves while nobody began. */
const SHARE_OF_FINISHED = 0.8;

const MS = 1_000;

/** When a visitor may begin to buy. Times are in milliseconds of one clock. */
export type LoadRule = {
  /** Records how late the event loop has been since the last sample. */
  readonly sample: (delayMs: number, now: number) => void;
  /** Records that a visitor who has begun is done. */
  readonly finish: (now: number) => void;
  /** Returns whether one more visitor may begin, and counts them if so. */
  readonly mayBegin: (now: number) => boolean;
};

/**
 * Lets visitors begin at a rate that the process can serve to the end: nobody while its event loop is late, and otherwise so many a
 * second. The rate grows slowly while more want to begin and the loop is on time. It declines while the loop is late, though not
 * below the rate at which visitors finish.
 */
export function createLoadRule(): LoadRule {
  let delay = 0;
  let isLate = false;
  let rate = FIRST_RATE;
  let permits = FIRST_RATE;
  let refilledAt: number | undefined;
  let isShort = false;
  let finished: number[] = [];

  function sample(delayMs: number, now: number): void {
    delay += (delayMs - delay) * SAMPLE_WEIGHT;
    isLate = delay > (isLate ? ROOM_MS : LATE_MS);
    finished = finished.filter((at) => at > now - FINISHED_SECONDS * MS);
    const finishing = (finished.length / FINISHED_SECONDS) * SHARE_OF_FINISHED;
    if (isLate) rate = Math.max(rate * DECLINE_PER_SAMPLE, finishing, RATE_MIN);
    // A rate that nobody has reached says nothing about what the machine can do.
    else if (isShort && delay < ROOM_MS) rate *= GROWTH_PER_SAMPLE;
    isShort = false;
  }

  function mayBegin(now: number): boolean {
    permits = Math.min(Math.max(rate, 1), permits + (rate * (now - (refilledAt ?? now))) / MS);
    refilledAt = now;
    if (permits < 1) isShort = true;
    if (isLate || permits < 1) return false;
    permits -= 1;
    return true;
  }

  return { sample, mayBegin, finish: (now) => void finished.push(now) };
}

/** Process-wide, since `server.ts` asks outside of Next's bundle, and pages inside. */
const load = () => processWide("load", measuredLoad);

function measuredLoad(): LoadRule {
  const rule = createLoadRule();
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  setInterval(() => {
    rule.sample(delayIn(delays), performance.now());
    delays.reset();
  }, SAMPLE_MS).unref();
  return rule;
}

function delayIn({ count, mean }: ReturnType<typeof monitorEventLoopDelay>): number {
  // Without a single turn between two samples, the loop has only just come back.
  return count === 0 ? SAMPLE_MS : mean / 1e6;
}

/**
 * Returns whether this process has capacity for one more visitor to begin to buy, and counts them if so: ask once for each visitor.
 * Visitors with a reservation are never asked about.
 */
export function mayBegin(): boolean {
  return load().mayBegin(performance.now());
}

/** Records that a visitor who has begun is done, so that another may begin in their place. */
export function finish(): void {
  load().finish(performance.now());
}

type IsInside = (cookies: string) => Promise<boolean>;

const check = processWide("inside", (): { isInside?: IsInside } => ({}));

/** Sets how a visitor with a reservation is recognised. The answer is in a sealed cookie, which `server.ts` cannot read. */
export function setInsideCheck(isInside: IsInside): void {
  check.isInside = isInside;
}

/** Returns whether a visitor with these cookies may reserve: everyone inside, and others while there is capacity. */
export async function mayReserveNow(cookies: string): Promise<boolean> {
  return (await check.isInside?.(cookies)) === true || mayBegin();
}
