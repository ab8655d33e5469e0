import "server-only";

import bidiFactory from "bidi-js";
import { LEFT_TO_RIGHT } from "./shaping.ts";
import { type EastAsian, eastAsianOf, RIGHT_TO_LEFT } from "./slices.ts";
import { MARK, type Span, spans } from "./typeface.ts";

export type Direction = "ltr" | "rtl";

/** Properties of a whole text: its direction, and the families of its Han letters. */
export type TextDirection = { readonly direction: Direction; readonly eastAsian: EastAsian };

type Leveled = Span & { readonly level: number };

const bidi = bidiFactory();

/** Returns the direction and families of a text. Its first letter with a direction decides. */
export function directionOf(text: string): TextDirection {
  const isRtl = (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1;
  return { direction: isRtl ? "rtl" : "ltr", eastAsian: eastAsianOf(text) };
}

/**
 * Returns the spans of one line in visual order, from left to right, by rule L2 of the Unicode bidirectional algorithm.
 */
export function spansInOrder(line: string, { direction, eastAsian }: TextDirection): readonly Span[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  let at = 0;
  const pieces = spans(line, eastAsian).flatMap((span) => {
    const cut = piecesOfOneLevel(span, levels.subarray(at, at + span.text.length));
    at += span.text.length;
    return cut;
  });
  const highest = pieces.reduce((most, { level }) => Math.max(most, level), 0);
  let ordered: readonly Leveled[] = pieces;
  for (let level = highest; level > 0; level--) ordered = reversedFrom(ordered, level);
  return ordered.map(({ subset, text, level }) => ({ subset, text: reversedText(subset, text, level) }));
}

function piecesOfOneLevel({ subset, text }: Span, levels: Uint8Array): readonly Leveled[] {
  const pieces: { subset: Span["subset"]; text: string; level: number }[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at] ?? 0;
    at += letter.length;
    // Direction marks are not drawn: they have already affected the levels.
    if (MARK.test(letter)) continue;
    const last = pieces.at(-1);
    if (last?.level === level) last.text += letter;
    else pieces.push({ subset, text: letter, level });
  }
  return pieces;
}

/** Reverses every sequence of pieces of this level or a higher one. */
function reversedFrom(pieces: readonly Leveled[], level: number): readonly Leveled[] {
  const rows: Leveled[][] = [];
  for (const piece of pieces) {
    const last = rows.at(-1)?.at(-1);
    if (last !== undefined && last.level >= level === piece.level >= level) rows.at(-1)?.push(piece);
    else rows.push([piece]);
  }
  return rows.flatMap((row) => ((row[0]?.level ?? 0) >= level ? row.reverse() : row));
}

/**
 * Reverses the letters of a right-to-left piece and mirrors brackets. Arabic and Hebrew letters are reversed where they are
 * shaped, after they were joined and got their points, and their numbers are not.
 */
function reversedText(subset: Span["subset"], text: string, level: number): string {
  if (RIGHT_TO_LEFT.test(subset)) return level % 2 === 0 ? `${LEFT_TO_RIGHT}${text}` : text;
  if (level % 2 === 0) return text;
  return [...text]
    .reverse()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join("");
}
