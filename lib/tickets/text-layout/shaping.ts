import "server-only";

import type { Font } from "fontkit";
import { Blob, Buffer, Direction, Face, Font as HarfBuzzFont, shape } from "harfbuzzjs";

/**
 * Returns the font with HarfBuzz's shaping. That of `fontkit` does not know Burmese, orders the marks of Thai, Lao and Arabic
 * wrongly, and fails for words in Khmer, Telugu and Gurmukhi. `file` is what the font was read from, as TrueType.
 */
export function withHarfBuzz(font: Font, file: Uint8Array): Font {
  const shaper = new HarfBuzzFont(new Face(new Blob(file)));
  const layout: Font["layout"] = (text) => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    // Persian digits belong to the Arabic script, and are read from left to right.
    if (/^\p{Nd}+$/u.test(text)) buffer.setDirection(Direction.LTR);
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
