/** Who types more looks for a sentence, and each word costs a look at every event. */
const WORDS_MAX = 8;

/** The words that somebody typed, each to be found by itself. */
export function wordsOf(typed: string): readonly string[] {
  return typed
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
}
