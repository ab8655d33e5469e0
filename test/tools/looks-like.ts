import sharp from "sharp";

const SIDE = 24;

/**
 * Returns how much one picture looks like another one that was scaled and cropped to its shape: 1 for the same, about 0
 * for unlike ones. It is the correlation of their pixels at 24 by 24.
 */
export async function similarity(shown: Buffer, original: Buffer): Promise<number> {
  const { width = 1, height = 1 } = await sharp(shown).metadata();
  const cropped = await sharp(original).resize({ width, height, fit: "cover" }).toBuffer();
  const [one, other] = await Promise.all([pixelsOf(shown), pixelsOf(cropped)]);
  const [meanOne, meanOther] = [mean(one), mean(other)];
  const sum = (of: (at: number) => number) => one.reduce((total, _, at) => total + of(at), 0);
  const a = (at: number) => (one[at] ?? 0) - meanOne;
  const b = (at: number) => (other[at] ?? 0) - meanOther;
  return sum((at) => a(at) * b(at)) / Math.sqrt(sum((at) => a(at) ** 2) * sum((at) => b(at) ** 2));
}

/** Returns the JPEG files in a PDF, which has them as they are. */
export function jpegsIn(pdf: Buffer): readonly Buffer[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/DCTDecode[\s\S]*?stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, bytes = ""]) =>
    Buffer.from(bytes, "latin1"),
  );
}

async function pixelsOf(picture: Buffer): Promise<readonly number[]> {
  const size = { width: SIDE, height: SIDE, fit: "fill" } as const;
  return [...(await sharp(picture).resize(size).removeAlpha().toColourspace("srgb").raw().toBuffer())];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
