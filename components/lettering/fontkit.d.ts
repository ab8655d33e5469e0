declare module "fontkit" {
  type Glyph = { readonly path: { toSVG(): string } };
  type Position = { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number };
  type Run = {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly Position[];
    readonly advanceWidth: number;
  };
  /** The part of a font that we ask for. */
  export type Font = { readonly unitsPerEm: number; layout(text: string): Run };
  export function openSync(path: string): Font;
}
