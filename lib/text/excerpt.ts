const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a long text, for where there is room for so many letters: no letter is cut in two, nor a word. */
export function excerpt(text: string, most: number): string {
  const line = text.trim().replace(/\s+/gu, " ");
  const all = Array.from(letters.segment(line), ({ segment }) => segment);
  if (all.length <= most) return line;
  const cut = all.slice(0, most - 1).join("");
  const end = all[most - 1] === " " ? cut.length : cut.lastIndexOf(" ");
  // Chinese and Japanese have no spaces: going back to the last one might leave nothing.
  const whole = end > 0.7 * cut.length ? cut.slice(0, end) : cut;
  return `${whole.replace(/[\s,;:–—-]+$/u, "")}…`;
}
