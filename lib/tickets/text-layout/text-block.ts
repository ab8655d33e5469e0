import "server-only";

import { drawable, fontName, fontOf, GAP, MARK, type Span, spans, type Weight } from "./typeface.ts";
import { type Direction, directionOf, spansInOrder, type TextDirection } from "./visual-order.ts";

/** A document, and the direction of its language. */
export type Paper = { readonly document: PDFKit.PDFDocument; readonly direction: Direction };

export type Face = { readonly weight: Weight; readonly size: number; readonly colour: string };
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: keyof typeof INDENT;
  /** The maximum number of lines. A last line that was cut ends in an ellipsis. */
  readonly most: number;
};

/** The share of the free width that is before a line, on the side where the language starts. */
const INDENT = { start: 0, center: 0.5, end: 1 } as const;

/** The ascent of our typeface: letters of other fonts use the same line. */
const ASCENT = 0.97;

const MARKS = new RegExp(MARK, "g");

/** The line height, large enough for tall and low letters of adjacent lines. */
const LEADING = 1.28;

/**
 * Writes a text into a width, with line breaks, and returns its height. The text keeps its own direction. It is copied, found and read
 * aloud as it is written, whatever its letters became on the paper: where their order or the glyphs do not give it, or a line ends.
 */
export function writeText(paper: Paper, text: string, face: Face, box: Box): number {
  const letters = drawable(text);
  const reading = directionOf(letters);
  const lines = linesOf(paper.document, letters, face, { ...box, reading }).map((line) => spansInOrder(line, reading));
  const actual = letters.replaceAll(MARKS, "").replaceAll("\u00a0", " ");
  const isGiven = lines.length === 1 && lettersOfGlyphs(lines[0] ?? [], face) === actual;
  if (!isGiven) paper.document.markContent("Span", { actual });
  lines.forEach((line, index) => {
    writeLine(paper, line, face, { ...box, y: box.y + index * face.size * LEADING });
  });
  if (!isGiven) paper.document.endMarkedContent();
  return lines.length * face.size * LEADING;
}

/** Returns the letters that the file has for the glyphs of a line, in their order on the paper. */
function lettersOfGlyphs(line: readonly Span[], { weight }: Face): string {
  const glyphs = line.flatMap(({ subset, text }) => fontOf(subset, weight).layout(text).glyphs);
  return String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints));
}

/** Returns the largest of some sizes at which a text is not higher than its box; the smallest if none is. */
export function sizeThatFits(
  { document }: Paper,
  text: string,
  { weight, sizes, width, height }: { weight: Weight; sizes: readonly number[]; width: number; height: number },
): number {
  const letters = drawable(text);
  const room = { width, most: Number.POSITIVE_INFINITY, reading: directionOf(letters) };
  const heightAt = (size: number) => linesOf(document, letters, { weight, size }, room).length * size * LEADING;
  return sizes.find((size) => heightAt(size) <= height) ?? Math.min(...sizes);
}

function writeLine({ document, direction }: Paper, line: readonly Span[], face: Face, box: Box): void {
  const before = INDENT[box.align ?? "start"];
  const fromLeft = direction === "rtl" ? 1 - before : before;
  let x = box.x + fromLeft * (box.width - widthOf(document, line, face));
  document.fillColor(face.colour);
  for (const span of line) {
    setFont(document, span, face);
    document.text(span.text, x, box.y + ASCENT * face.size, { lineBreak: false, baseline: "alphabetic" });
    x += document.widthOfString(span.text);
  }
}

function linesOf(
  document: PDFKit.PDFDocument,
  letters: string,
  face: Omit<Face, "colour">,
  { width, most, reading }: { width: number; most: number; reading: TextDirection },
): readonly string[] {
  return linesThatFit(letters, (line) => widthOf(document, spans(line, reading.eastAsian), face) <= width, most);
}

function widthOf(document: PDFKit.PDFDocument, line: readonly Span[], face: Omit<Face, "colour">): number {
  return line.reduce((width, span) => {
    setFont(document, span, face);
    return width + document.widthOfString(span.text);
  }, 0);
}

function setFont(document: PDFKit.PDFDocument, { subset }: Span, { weight, size }: Omit<Face, "colour">): void {
  // The library accepts an open font, which its types do not declare, and caches it by name.
  const font = fontOf(subset, weight) as unknown as PDFKit.Mixins.PDFFontSource;
  document.font(font, fontName(subset, weight)).fontSize(size);
}

type Fits = (line: string) => boolean;
type Piece = { readonly text: string; readonly before: "" | " " };

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
/** Never first on a line: closing marks, small kana, and lengthening or repetition marks. */
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}\u3000、。，．・：；？！!?,.:;%…‥ーｰ～〜々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u;
/** Never last on a line. */
const NEVER_LAST = /[\p{Ps}\p{Pi}$£€¥￥]$/u;

const words = new Intl.Segmenter("ja", { granularity: "word" });
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns a text as at most `most` lines that fit. A last line that was cut ends in an ellipsis. */
export function linesThatFit(text: string, fits: Fits, most: number): readonly string[] {
  // Most texts of a ticket are one line, so the widths of their words need not be measured.
  if (fits(text)) return [text];
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
