import "server-only";

import { GAP } from "./typeface.ts";

type Fits = (line: string) => boolean;
type Piece = { readonly text: string; readonly before: "" | " " };

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
/** Never first on a line: closing marks, small kana, and lengthening or repetition marks. */
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}\u3000、。，．・：；？！!?,.:;%…‥ーｰ～〜々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u;
/** Never last on a line. */
const NEVER_LAST = /[\p{Ps}\p{Pi}$£€¥￥]$/u;

const words = new Intl.Segmenter("ja", { granularity: "word" });
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns a text as at most `most` lines that fit. A last line that was cut ends in an ellipsis. */
export function linesThatFit(text: string, fits: Fits, most: number): readonly string[] {
  const lines: string[] = [];
  for (const { text: piece, before } of text.split(" ").flatMap((word) => piecesThatFit(word, fits))) {
    const longer = `${lines.at(-1)}${before}${piece}`;
    if (lines.length > 0 && fits(longer)) lines.splice(-1, 1, longer);
    else lines.push(piece);
  }
  return lines.length > most ? [...lines.slice(0, most - 1), shortened(lines[most - 1] ?? "", fits)] : lines;
}

/** Splits a word that is longer than the line, such as a URL, between letters. */
function piecesThatFit(word: string, fits: Fits): readonly Piece[] {
  const cut = partsOf(word).flatMap((part) => (fits(part) ? [part] : rowsOf(part, fits)));
  return cut.map((text, index) => ({ text, before: index === 0 ? " " : "" }));
}

/** Returns the parts of a word between which a line may break without a space. */
function partsOf(word: string): readonly string[] {
  if (!UNSPACED.test(word)) return [word];
  const parts: string[] = [];
  for (const { segment } of words.segment(word)) {
    const last = parts.at(-1);
    if (last !== undefined && !mayEndBetween(last, segment)) parts.splice(-1, 1, `${last}${segment}`);
    else parts.push(segment);
  }
  return parts;
}

function mayEndBetween(before: string, after: string): boolean {
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  return UNSPACED.test([...before].at(-1) ?? "") || UNSPACED.test([...after][0] ?? "");
}

function rowsOf(part: string, fits: Fits): readonly string[] {
  const rows: string[] = [];
  for (const { segment } of letters.segment(part)) {
    const longer = `${rows.at(-1) ?? ""}${segment}`;
    if (rows.length > 0 && fits(longer)) rows.splice(-1, 1, longer);
    else rows.push(segment);
  }
  return rows;
}

function shortened(line: string, fits: Fits): string {
  const kept = [...letters.segment(line.replace(GAP, ""))].map(({ segment }) => segment);
  while (kept.length > 1 && !fits(`${kept.join("")}${GAP}`)) kept.pop();
  return `${kept.join("").trimEnd()}${GAP}`;
}
