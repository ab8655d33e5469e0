import "server-only";

import { linesThatFit } from "./lines.ts";
import { drawable, fontOf, spans, type Weight } from "./typeface.ts";
import { type Reading, readingOf, spansInOrder } from "./visual-order.ts";

export type Style = { readonly weight: Weight; readonly size: number };

/** One line as shapes, its first letter's left edge and its baseline at nought. */
export type Outline = { readonly d: string; readonly width: number };

/** A text as lines that fit a width, for a picture that has no fonts of its own. Beyond `most` the last line says so. */
export function outlinesOf(text: string, style: Style, width: number, most: number): readonly Outline[] {
  const letters = drawable(text);
  const reading = readingOf(letters);
  const lines = linesThatFit(letters, (line) => widthOf(line, style, reading) <= width, most);
  return lines.map((line) => outlineOf(line, style, reading));
}

function outlineOf(line: string, { weight, size }: Style, reading: Reading): Outline {
  let x = 0;
  const shapes: string[] = [];
  for (const { subset, text } of spansInOrder(line, reading)) {
    const font = fontOf(subset, weight);
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    glyphs.forEach((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      shapes.push(moved(glyph.path.toSVG(), scale, x + xOffset * scale, -yOffset * scale));
      x += xAdvance * scale;
    });
  }
  return { d: shapes.join(""), width: x };
}

function widthOf(line: string, { weight, size }: Style, { eastAsian }: Reading): number {
  return spans(line, eastAsian).reduce((width, { subset, text }) => {
    const font = fontOf(subset, weight);
    return width + (font.layout(text).advanceWidth * size) / font.unitsPerEm;
  }, 0);
}

/** A font counts upwards from its baseline, a picture downwards. Its paths hold absolute M, L, Q, C and Z alone. */
function moved(path: string, scale: number, x: number, y: number): string {
  let isX = false;
  return path.replace(/[A-Z]|\s*-?[\d.]+(?:e-?\d+)?/g, (part) => {
    if (/[A-Z]/.test(part)) {
      isX = false;
      return part;
    }
    isX = !isX;
    const at = isX ? x + Number(part) * scale : y - Number(part) * scale;
    return ` ${Math.round(at * 10) / 10}`;
  });
}
