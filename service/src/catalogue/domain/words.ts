/** Bounds the cost of a search: each word is compared with every event. */
const WORDS_MAX = 8;

/** Returns the words of a search, at most `WORDS_MAX`. */
export function wordsOf(typed: string): readonly string[] {
  return typed
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
}
