import type { Behaviour } from "./test-cards.ts";

const QUICKEST_MS = 50;
const SPREAD_MS = 150;

/** A good card takes 50 to 200 ms; how long exactly depends on the attempt alone, so that a run can be repeated. */
export function answerDelayMs(behaviour: Behaviour, attempt: string): number {
  return behaviour.kind === "late" ? behaviour.answersAfterMs : QUICKEST_MS + (fnv1a(attempt) % (SPREAD_MS + 1));
}

/** A small hash with an even spread; nothing secret depends on it. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
