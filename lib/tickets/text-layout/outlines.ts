import "server-only";

import { linesThatFit } from "./text-block.ts";
import { drawable, fontOf, spans, type Weight } from "./typeface.ts";
import { directionOf, spansInOrder, type TextDirection } from "./visual-order.ts";

export type Style = { readonly weight: Weight; readonly size: number };

/** One line as a path, with the left edge of its first letter and its baseline at 0. */
export type Outline = { readonly d: string; readonly width: number };

/**
 * Returns a text as at most `most` lines that fit a width, as paths, for an image without fonts. A last line that was
 * cut ends in an ellipsis.
 */
export function outlinesOf(text: string, style: Style, width: number, most: number): readonly Outline[] {
  const letters = drawable(text);
  const reading = directionOf(letters);
  const lines = linesThatFit(letters, (line) => widthOf(line, style, reading) <= width, most);
  return lines.map((line) => outlineOf(line, style, reading));
}

function outlineOf(line: string, { weight, size }: Style, reading: TextDirection): Outline {
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

function widthOf(line: string, { weight, size }: Style, { eastAsian }: TextDirection): number {
  return spans(line, eastAsian).reduce((width, { subset, text }) => {
    const font = fontOf(subset, weight);
    return width + (font.layout(text).advanceWidth * size) / font.unitsPerEm;
  }, 0);
}

/** Moves and scales a path. A font's y axis points up, an image's down. The path has absolute M, L, Q, C and Z only. */
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
