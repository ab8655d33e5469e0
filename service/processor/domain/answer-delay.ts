import type { Behaviour } from "./test-cards.ts";

const QUICKEST_MS = 50;
const SPREAD_MS = 150;

/** Returns the delay of an answer in milliseconds: 50 to 200 for a good card. It depends on the attempt only, so that runs are repeatable. */
export function answerDelayMs(behaviour: Behaviour, attempt: string): number {
  return behaviour.kind === "late" ? behaviour.answersAfterMs : QUICKEST_MS + (fnv1a(attempt) % (SPREAD_MS + 1));
}

/** Returns a small, evenly spread hash. It is not cryptographic. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The delay of a slow refund: within the timeout of the call. */
export const REFUND_SLOW_MS = 8_000;
