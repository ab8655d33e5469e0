import encodeQR from "qr";

/** The quiet zone that the standard asks for; scanners at a dark door need it. */
export const QUIET_MODULES = 4;

/** A QR code as a drawing: `size` modules along each side, quiet zone included, and one path for all the dark ones. */
export type QrSquare = { readonly size: number; readonly path: string };

/** A quarter of the code may be scratched or under a thumb and it still reads. */
export function qrSquare(text: string): QrSquare {
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: QUIET_MODULES });
  return { size: rows.length, path: rows.map(rowPath).join("") };
}

/** Dark modules that touch are drawn as one bar, so that no hairline shows between them when printed. */
function rowPath(row: readonly boolean[], y: number): string {
  const bars: string[] = [];
  for (let x = 0; x < row.length; ) {
    const end = row.indexOf(false, x) === -1 ? row.length : row.indexOf(false, x);
    if (end > x) bars.push(`M${x} ${y}h${end - x}v1H${x}z`);
    x = Math.max(end, x + 1);
  }
  return bars.join("");
}
