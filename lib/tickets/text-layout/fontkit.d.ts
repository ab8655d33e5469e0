declare module "fontkit" {
  type Glyph = {
    readonly id: number;
    readonly codePoints: readonly number[];
    readonly path: { toSVG(): string };
  };
  type Position = { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number };
  type Run = {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly Position[];
    readonly advanceWidth: number;
  };
  /** The part of a font that is used here. */
  export type Font = {
    readonly unitsPerEm: number;
    readonly numGlyphs: number;
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(point: number): boolean;
    glyphForCodePoint(point: number): Glyph;
    getGlyph(id: number, points: readonly number[]): Glyph;
    layout(text: string): Run;
  };
  export function create(file: Uint8Array): Font;
  export function openSync(path: string): Font;
}
