import decodeQr from "qr/decode.js";

/** The RGBA bytes of every pixel, row by row. */
export type Picture = { readonly width: number; readonly height: number; readonly data: Uint8Array | Buffer };

/** The decoder may miss the timing pattern at one scale, so it tries several. */
const ENLARGED = [1, 7 / 6, 4 / 3];

/** Returns the text of a QR code in a picture. Throws the decoder's error when it is readable at no scale. */
export function readQr(picture: Picture): string {
  let reason: unknown;
  for (const factor of ENLARGED) {
    try {
      return decodeQr(enlarge(picture, factor), { timeLimit: 5_000 });
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

function enlarge({ width, height, data }: Picture, factor: number): Picture {
  if (factor === 1) return { width, height, data };
  const wide = Math.round(width * factor);
  const high = Math.round(height * factor);
  const enlarged = new Uint8Array(wide * high * 4);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const from =
        (Math.min(height - 1, Math.floor(y / factor)) * width + Math.min(width - 1, Math.floor(x / factor))) * 4;
      enlarged.set(data.subarray(from, from + 4), (y * wide + x) * 4);
    }
  }
  return { width: wide, height: high, data: enlarged };
}
