declare module "subset-font" {
  /** The options that are used here. */
  type Options = {
    readonly targetFormat: "sfnt";
    readonly variationAxes: { readonly wght: number };
    readonly keepAllGlyphs: true;
  };
  export default function subsetFont(font: Buffer, text: undefined, options: Options): Promise<Buffer>;
}
