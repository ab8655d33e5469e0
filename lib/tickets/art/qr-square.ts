import encodeQR from "qr";

/** The quiet zone that the standard requires. Scanners need it at a dark door. */
export const QUIET_MODULES = 4;

/** A QR code as a drawing: `size` modules along each side, quiet zone included, and one path for all dark modules. */
export type QrSquare = { readonly size: number; readonly path: string };

/** Returns the code with error correction for a quarter of it, so that a scratched code is readable. */
export function qrSquare(text: string): QrSquare {
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: QUIET_MODULES });
  return { size: rows.length, path: rows.map(rowPath).join("") };
}

/** Returns the path of one row. Adjacent dark modules are one bar, so that no hairline shows between them in print. */
function rowPath(row: readonly boolean[], y: number): string {
  const bars: string[] = [];
  for (let x = 0; x < row.length; ) {
    const end = row.indexOf(false, x) === -1 ? row.length : row.indexOf(false, x);
    if (end > x) bars.push(`M${x} ${y}h${end - x}v1H${x}z`);
    x = Math.max(end, x + 1);
  }
  return bars.join("");
}
