declare module "fontkit" {
  /** The points of a curve come before the point where it ends. */
  export type PathCommand = { readonly command: string; readonly args: readonly number[] };
  type Glyph = {
    readonly id: number;
    readonly path: { readonly commands: readonly PathCommand[]; toSVG(): string };
    readonly advanceWidth: number;
  };
  type Position = { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number };
  type Run = {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly Position[];
    readonly advanceWidth: number;
  };
  /** The part of a font that we ask for. */
  export type Font = {
    readonly unitsPerEm: number;
    readonly numGlyphs: number;
    readonly characterSet: readonly number[];
    getGlyph(index: number): Glyph;
    getVariation(settings: { readonly wght: number }): Font;
    hasGlyphForCodePoint(point: number): boolean;
    layout(text: string): Run;
  };
  export function create(file: Uint8Array): Font;
  export function openSync(path: string): Font;
}
