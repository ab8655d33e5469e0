declare module "subset-font" {
  /** The options that are used here. */
  type Options = {
    readonly targetFormat: "sfnt" | "woff2";
    readonly variationAxes?: { readonly wght: number };
    readonly keepAllGlyphs?: true;
    /** Without it all are kept. */
    readonly keepFeatures?: readonly string[];
    readonly noHinting?: true;
  };
  /** Without a text `keepAllGlyphs` is needed. */
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}
