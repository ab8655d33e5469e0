import decodeQr from "qr/decode.js";
import { extractParts } from "./extract-parts.ts";

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

const BYTES_MAX = 20e6;
const MODULE_PIXELS = 6;
const QUIET_MODULES = 4;
/** A path of twenty or more rectangles with whole corners. Nothing else on a ticket is drawn this way. */
const PATHS = /(?:\d+ \d+ m\n(?:\d+ \d+ l\n){3}h\n){20,}/g;
const BARS = /(\d+) (\d+) m\n(\d+) \2 l\n\3 (\d+) l\n\1 \4 l\nh\n/g;

/** Returns the text of each QR code of a PDF, in its order. The decoder shares no code with the drawing. */
export function qrCodesIn(pdf: Buffer): readonly string[] {
  const streams =
    extractParts(pdf, BYTES_MAX)
      .find(({ name }) => name === "streams")
      ?.bytes.toString("latin1") ?? "";
  return [...streams.matchAll(PATHS)].map(([path]) => readQr(pictureOf(path)));
}

function pictureOf(path: string) {
  const bars = [...path.matchAll(BARS)].map((bar) => bar.slice(1).map(Number));
  const side = (Math.max(...bars.map(([, , right = 0]) => right)) + QUIET_MODULES) * MODULE_PIXELS;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [left = 0, top = 0, right = 0, bottom = 0] of bars) {
    for (let y = top * MODULE_PIXELS; y < bottom * MODULE_PIXELS; y++)
      for (let x = left * MODULE_PIXELS; x < right * MODULE_PIXELS; x++)
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  }
  return { width: side, height: side, data };
}
