const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the beginning of a long text, of at most `most` letters, cut between words and never within a letter. */
export function excerpt(text: string, most: number): string {
  const line = text.trim().replace(/\s+/gu, " ");
  const all = Array.from(letters.segment(line), ({ segment }) => segment);
  if (all.length <= most) return line;
  const cut = all.slice(0, most - 1).join("");
  const end = all[most - 1] === " " ? cut.length : cut.lastIndexOf(" ");
  // Chinese and Japanese have no spaces: the last one may be near the beginning.
  const whole = end > 0.7 * cut.length ? cut.slice(0, end) : cut;
  return `${whole.replace(/[\s,;:–—-]+$/u, "")}…`;
}
