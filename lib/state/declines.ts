import "server-only";

import { processWide } from "#lib/process-wide.ts";

/** How long an answer to a card counts. */
const WINDOW_MS = 10 * 60 * 1000;
/** Fewer declines are nobody's attack, whatever their share. */
const DECLINES_MIN = 20;
/** Buyers are declined now and then; whoever tries stolen cards is declined nearly always. */
const DECLINED_SHARE_MAX = 0.5;

type Answered = { readonly at: number; readonly isDeclined: boolean };

const answers = processWide("answers to cards", (): Answered[] => []);

/** Counts how a card was answered, over the whole shop. */
export function noteCardAnswer(isDeclined: boolean, now = Date.now()): void {
  removeOld(now);
  answers.push({ at: now, isDeclined });
}

/** Returns whether so many cards were declined in the last minutes that somebody is trying cards out. */
export function isSurgeOfDeclines(now = Date.now()): boolean {
  removeOld(now);
  const declines = answers.filter(({ isDeclined }) => isDeclined).length;
  return declines >= DECLINES_MIN && declines > answers.length * DECLINED_SHARE_MAX;
}

function removeOld(now: number): void {
  const first = answers.findIndex(({ at }) => at > now - WINDOW_MS);
  answers.splice(0, first === -1 ? answers.length : first);
}
