import { readFileSync } from "node:fs";

/**
 * The 10,000 most common passwords of known leaks, without those of fewer than eight characters, which every rule refuses, and
 * those of the first 100,000 with twelve or more. In lower case; from SecLists by Daniel Miessler and others (MIT license).
 */
const COMMON = new Set(
  readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n"),
);

/**
 * Returns whether a guesser tries this password early: it is common, or the name of the user or the account, whatever the case
 * of its letters and the digits and signs around them.
 */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const folded = fold(password);
  const letters = lettersOf(folded);
  return (
    COMMON.has(folded) ||
    COMMON.has(withoutEnds(folded)) ||
    (letters !== "" && names.some((name) => lettersOf(fold(name)) === letters))
  );
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** Returns the text without the digits and signs before its first and after its last letter. */
function withoutEnds(text: string): string {
  return text.replace(/^\P{L}+/u, "").replace(/\P{L}+$/u, "");
}

function lettersOf(text: string): string {
  return text.replaceAll(/\P{L}/gu, "");
}
