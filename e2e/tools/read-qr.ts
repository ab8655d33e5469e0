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

/**
 * Returns the text of an uncompressed PDF. Each font's ToUnicode table maps codes to characters; a font without one has
 * one byte for each character. A character that the font lacks is returned as "\0".
 */
export function readPdf(pdf: string): string {
  const objects = new Map(
    [...pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [id, body ?? ""]),
  );
  const letters = new Map<string, readonly string[]>();
  for (const [, name, id] of pdf.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "") ?? [];
    letters.set(name ?? "", lettersOf(objects.get(table) ?? ""));
  }
  let font = "";
  let text = "";
  for (const [, name, shown] of pdf.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[0-9a-f<> \-.\d]*)\] TJ/g)) {
    if (name !== undefined) font = name;
    const table = letters.get(font) ?? [];
    for (const [, codes = ""] of (shown ?? "").matchAll(/<([0-9a-f]*)>/g))
      text += table.length === 0 ? Buffer.from(codes, "hex").toString("latin1") : wordsOf(codes, table);
  }
  return text;
}

/**
 * Returns the texts that an uncompressed PDF has beside its glyphs, each for a paragraph: a program that copies, searches or reads aloud
 * takes them. One with other characters than ASCII is UTF-16.
 */
export function actualTexts(pdf: string): readonly string[] {
  return [...pdf.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, escaped = ""]) => {
    const text = escaped.replaceAll(/\\([\s\S])/g, (_, sign: string) => ESCAPED[sign] ?? sign);
    return text.startsWith("\xfe\xff") ? Buffer.from(text.slice(2), "latin1").swap16().toString("utf16le") : text;
  });
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Decodes codes of four hexadecimal digits, each an index of the table. */
function wordsOf(codes: string, table: readonly string[]): string {
  const places = codes.match(/.{4}/g) ?? [];
  return places.map((place) => table[Number.parseInt(place, 16)] ?? "\0").join("");
}

function lettersOf(table: string): readonly string[] {
  const rows = [...table.matchAll(/^<[0-9a-f]+> <[0-9a-f]+> \[(.*)\]$/gm)].map(([, row]) => row ?? "");
  return [...rows.join(" ").matchAll(/<([0-9a-f ]*)>/g)].map(([, units]) =>
    (units ?? "")
      .split(" ")
      .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
      .join(""),
  );
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
