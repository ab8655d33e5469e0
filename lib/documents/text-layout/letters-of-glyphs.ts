import "server-only";

import type { Font } from "fontkit";

/**
 * Loads every glyph of a font by its letter. The font keeps a glyph as it was first loaded: a full stop that was drawn
 * as a part of "…" would have no letter from then on, and a PDF with it could not be read or copied as text.
 */
export function loadByLetter(font: Font): Font {
  for (const point of font.characterSet) font.glyphForCodePoint(point);
  return font;
}
