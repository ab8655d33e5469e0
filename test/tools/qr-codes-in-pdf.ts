import { extractParts } from "./extract-parts.ts";
import { readQr } from "./read-qr.ts";

const BYTES_MAX = 20e6;
const MODULE_PIXELS = 6;
const QUIET_MODULES = 4;
/** A path of twenty or more rectangles with whole corners. Nothing else of a ticket is drawn so. */
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
