import "server-only";

import type { Font } from "fontkit";
import { Blob, Buffer, Direction, Face, Font as HarfBuzzFont, shape } from "harfbuzzjs";

/** Unicode's direction mark, before a number in a font of letters that are read from right to left. */
export const LEFT_TO_RIGHT = "\u200e";

/**
 * Returns the font with HarfBuzz's shaping. That of `fontkit` does not know Burmese, orders the marks of Thai, Lao and Arabic
 * wrongly, and fails for words in Khmer, Telugu and Gurmukhi. `file` is what the font was read from, as TrueType. A text is shaped
 * in the direction of its font, and from left to right after `LEFT_TO_RIGHT`.
 */
export function withHarfBuzz(font: Font, file: Uint8Array, direction: "ltr" | "rtl"): Font {
  const shaper = new HarfBuzzFont(new Face(new Blob(file)));
  const layout: Font["layout"] = (marked) => {
    const text = marked.replace(LEFT_TO_RIGHT, "");
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(direction === "rtl" && text === marked ? Direction.RTL : Direction.LTR);
    shape(shaper, buffer);
    const positions = buffer.getGlyphPositions();
    const clusters = buffer.getGlyphInfos();
    const starts = [...new Set(clusters.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const told = new Set<number>();
    const glyphs = clusters.map(({ codepoint: id, cluster }) => {
      // A PDF keeps the letters of a glyph for copying. Of several glyphs of the same letters, the first one has them.
      const letters = told.has(cluster) ? "" : text.slice(cluster, starts[starts.indexOf(cluster) + 1]);
      told.add(cluster);
      return font.getGlyph(
        id,
        [...letters].map((letter) => letter.codePointAt(0) ?? 0),
      );
    });
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
  return Object.assign(font, { layout });
}
