declare module "bidi-js" {
  type Direction = "ltr" | "rtl";
  type Embedding = {
    readonly levels: Uint8Array;
    readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[];
  };
  /** The part of the Unicode bidirectional algorithm that is used here. */
  type Bidi = {
    getEmbeddingLevels(text: string, direction?: Direction): Embedding;
    getMirroredCharacter(letter: string): string | null;
  };
  export default function bidiFactory(): Bidi;
}
