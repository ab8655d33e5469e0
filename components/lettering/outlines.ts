import { type Font, openSync } from "fontkit";
import { drawable, fontFiles, fontName, GAP, spans, type Weight } from "#components/lettering/typeface.ts";
import { directionOfText, spansInOrder } from "#components/lettering/visual-order.ts";

export type Style = { readonly weight: Weight; readonly size: number };

/** One line as shapes, its first letter's left edge and its baseline at nought. */
export type Outline = { readonly d: string; readonly width: number };

const fonts = new Map<string, Font>();

/** A text as lines that fit a width, for a picture that has no fonts of its own. Beyond `most` the last line says so. */
export function outlinesOf(text: string, style: Style, width: number, most: number): readonly Outline[] {
  const letters = drawable(text);
  const lines: string[] = [];
  for (const word of letters.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, style) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  const shown = lines.slice(0, most);
  if (lines.length > most) shown.splice(-1, 1, `${shown.at(-1)}${GAP}`);
  const reads = directionOfText(letters);
  return shown.map((line) => outlineOf(cut(line, style, width), style, reads));
}

function outlineOf(line: string, { weight, size }: Style, reads: "ltr" | "rtl"): Outline {
  let x = 0;
  const shapes: string[] = [];
  for (const { subset, text } of spansInOrder(line, reads)) {
    const font = fontNamed(fontName(subset, weight));
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

/** A word wider than the line, such as an address of the web, ends where the line does. */
function cut(line: string, style: Style, width: number): string {
  if (widthOf(line, style) <= width) return line;
  const letters = [...line.replace(GAP, "")];
  while (letters.length > 1 && widthOf(`${letters.join("")}${GAP}`, style) > width) letters.pop();
  return `${letters.join("")}${GAP}`;
}

function widthOf(line: string, { weight, size }: Style): number {
  return spans(line).reduce((width, { subset, text }) => {
    const font = fontNamed(fontName(subset, weight));
    return width + (font.layout(text).advanceWidth * size) / font.unitsPerEm;
  }, 0);
}

function fontNamed(name: string): Font {
  const known = fonts.get(name);
  if (known !== undefined) return known;
  const font = openSync(fontFiles().find((file) => file.name === name)?.path ?? "");
  fonts.set(name, font);
  return font;
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
