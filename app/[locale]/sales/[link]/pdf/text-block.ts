import { fontName, GAP, type Span, spans, type Weight } from "#app/[locale]/sales/[link]/pdf/typeface.ts";

export type Face = { readonly weight: Weight; readonly size: number; readonly colour: string };
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: keyof typeof INDENT;
  /** Lines beyond these are left out, and the last one says so. */
  readonly most: number;
};

/** How much of the room beside a line stands before it. */
const INDENT = { left: 0, center: 0.5, right: 1 } as const;

/** Type needs air, and a tall letter of one line must not meet a low one of the line above. */
const LEADING = 1.28;

/** Writes a text into a width, breaking it where it must, and answers how high it came out. */
export function writeText(document: PDFKit.PDFDocument, text: string, face: Face, box: Box): number {
  const all = brokenIntoLines(document, text, face, box.width);
  const lines = all.length > box.most ? [...all.slice(0, box.most - 1), `${all[box.most - 1]}${GAP}`] : all;
  lines.forEach((line, index) => {
    writeLine(document, line, face, box, box.y + index * face.size * LEADING);
  });
  return lines.length * face.size * LEADING;
}

/** The largest of some sizes at which a text is no higher than its room; the smallest if none is. */
export function sizeThatFits(
  document: PDFKit.PDFDocument,
  text: string,
  { weight, sizes, width, height }: { weight: Weight; sizes: readonly number[]; width: number; height: number },
): number {
  const heightAt = (size: number) => brokenIntoLines(document, text, { weight, size }, width).length * size * LEADING;
  return sizes.find((size) => heightAt(size) <= height) ?? Math.min(...sizes);
}

function writeLine(document: PDFKit.PDFDocument, line: string, face: Face, box: Box, y: number): void {
  let x = box.x + INDENT[box.align ?? "left"] * (box.width - widthOf(document, line, face));
  document.fillColor(face.colour);
  for (const span of spans(line)) {
    setFont(document, span, face);
    document.text(span.text, x, y, { lineBreak: false });
    x += document.widthOfString(span.text);
  }
}

function brokenIntoLines(
  document: PDFKit.PDFDocument,
  text: string,
  face: Omit<Face, "colour">,
  width: number,
): readonly string[] {
  const fits = (line: string) => widthOf(document, line, face) <= width;
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

function widthOf(document: PDFKit.PDFDocument, text: string, face: Omit<Face, "colour">): number {
  return spans(text).reduce((width, span) => {
    setFont(document, span, face);
    return width + document.widthOfString(span.text);
  }, 0);
}

function setFont(document: PDFKit.PDFDocument, { subset }: Span, { weight, size }: Omit<Face, "colour">): void {
  document.font(fontName(subset, weight)).fontSize(size);
}
