import "server-only";

import type { Font } from "fontkit";

/**
 * Loads every glyph of a font by its letter. The font caches a glyph as it was first loaded: a full stop that was first
 * drawn as part of "…" would have no letter, and could not be copied from a PDF.
 */
export function loadByLetter(font: Font): Font {
  for (const point of font.characterSet) font.glyphForCodePoint(point);
  return font;
}
