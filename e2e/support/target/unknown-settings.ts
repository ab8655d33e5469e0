const PREFIX = "E2E_";
/** A name that differs in more letters is not taken for a misspelling. */
const DISTANCE_MAX = 3;

/** Returns a line for each variable that begins with E2E_ and is no setting: a misspelled one would have no effect. */
export function unknownSettings(given: readonly string[], known: readonly string[]): readonly string[] {
  return given
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => `${name}: there is no such setting; ${remedyFor(name, known)}`);
}

function remedyFor(name: string, known: readonly string[]): string {
  const [[distance, nearest] = [Number.POSITIVE_INFINITY, ""]] = known
    .map((other) => [distanceOf(name, other), other] as const)
    .toSorted(([a], [b]) => a - b);
  return distance > DISTANCE_MAX ? "unset it, or see the settings in docs/qa.md." : `did you mean ${nearest}?`;
}

/** Returns the Levenshtein distance of two texts. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1];
    for (const [at, other] of [...b].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + Number(letter !== other)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
