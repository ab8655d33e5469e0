import "server-only";

type Box = { readonly x?: number; readonly y?: number; readonly width: number; readonly height: number };

/** Returns a JPEG as an element of an SVG, with its bytes inside: nothing is fetched. */
export function imageSvg(jpeg: Uint8Array, { x = 0, y = 0, width, height }: Box): string {
  const bytes = Buffer.from(jpeg).toString("base64");
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,${bytes}"/>`;
}
