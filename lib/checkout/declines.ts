import "server-only";

import { processWide } from "#lib/runtime/process-wide.ts";

/** How long the result of a card counts. */
const WINDOW_MS = 10 * 60 * 1000;
/** Fewer declines are not an attack, whatever their share. */
const DECLINES_MIN = 20;
/** Some buyers are declined; stolen cards are declined nearly always. */
const DECLINED_SHARE_MAX = 0.5;

type CardResult = { readonly at: number; readonly isDeclined: boolean };

const results = processWide("card results", (): CardResult[] => []);

/** Records whether a card was declined, at any visitor of this process. */
export function recordCardResult(isDeclined: boolean, now = Date.now()): void {
  removeOld(now);
  results.push({ at: now, isDeclined });
}

/** Returns whether so many cards were declined in the last minutes that an attacker may be testing stolen cards. */
export function isSurgeOfDeclines(now = Date.now()): boolean {
  removeOld(now);
  const declines = results.filter(({ isDeclined }) => isDeclined).length;
  return declines >= DECLINES_MIN && declines > results.length * DECLINED_SHARE_MAX;
}

function removeOld(now: number): void {
  const first = results.findIndex(({ at }) => at > now - WINDOW_MS);
  results.splice(0, first === -1 ? results.length : first);
}
