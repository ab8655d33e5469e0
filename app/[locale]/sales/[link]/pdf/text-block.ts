import { drawable, fontName, GAP, type Span, spans, type Weight } from "#components/lettering/typeface.ts";
import { type Direction, directionOfText, spansInOrder } from "#components/lettering/visual-order.ts";

/** What is written on, and from which side its language begins. */
export type Paper = { readonly document: PDFKit.PDFDocument; readonly direction: Direction };

export type Face = { readonly weight: Weight; readonly size: number; readonly colour: string };
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: keyof typeof INDENT;
  /** Lines beyond these are left out, and the last one says so. */
  readonly most: number;
};

/** How much of the room beside a line stands before it, where the language begins. */
const INDENT = { start: 0, center: 0.5, end: 1 } as const;

/** Our typeface's own: letters of another stand on the same line as its letters. */
const ASCENT = 0.97;

/** Type needs air, and a tall letter of one line must not meet a low one of the line above. */
const LEADING = 1.28;

/** Writes a text into a width, breaking it where it must, and answers how high it came out. It keeps its own direction. */
export function writeText(paper: Paper, text: string, face: Face, box: Box): number {
  const letters = drawable(text);
  const reads = directionOfText(letters);
  const all = brokenIntoLines(paper.document, letters, face, box.width);
  const lines = all.length > box.most ? [...all.slice(0, box.most - 1), `${all[box.most - 1]}${GAP}`] : all;
  lines.forEach((line, index) => {
    writeLine(paper, spansInOrder(line, reads), face, { ...box, y: box.y + index * face.size * LEADING });
  });
  return lines.length * face.size * LEADING;
}

/** The largest of some sizes at which a text is no higher than its room; the smallest if none is. */
export function sizeThatFits(
  { document }: Paper,
  text: string,
  { weight, sizes, width, height }: { weight: Weight; sizes: readonly number[]; width: number; height: number },
): number {
  const letters = drawable(text);
  const heightAt = (size: number) =>
    brokenIntoLines(document, letters, { weight, size }, width).length * size * LEADING;
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

function brokenIntoLines(
  document: PDFKit.PDFDocument,
  text: string,
  face: Omit<Face, "colour">,
  width: number,
): readonly string[] {
  const fits = (line: string) => widthOf(document, spans(line), face) <= width;
  const lines: string[] = [];
  for (const word of text.split(" ").flatMap((word) => piecesThatFit(word, fits))) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/** One word longer than the line, such as an address of the web, is cut between letters. */
function piecesThatFit(word: string, fits: (piece: string) => boolean): readonly string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  for (const letter of word) {
    const longer = `${pieces.at(-1) ?? ""}${letter}`;
    if (pieces.length > 0 && fits(longer)) pieces.splice(-1, 1, longer);
    else pieces.push(letter);
  }
  return pieces;
}

function widthOf(document: PDFKit.PDFDocument, line: readonly Span[], face: Omit<Face, "colour">): number {
  return line.reduce((width, span) => {
    setFont(document, span, face);
    return width + document.widthOfString(span.text);
  }, 0);
}

function setFont(document: PDFKit.PDFDocument, { subset }: Span, { weight, size }: Omit<Face, "colour">): void {
  document.font(fontName(subset, weight)).fontSize(size);
}
