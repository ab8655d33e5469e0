import "server-only";

import type { PosterArt } from "#lib/tickets/art/poster-art.ts";
import { QUIET_MODULES, qrSquare } from "#lib/tickets/art/qr-square.ts";
import { imageSvg, pngOf } from "#lib/tickets/images.ts";
import { outlinesOf, type Style } from "#lib/tickets/text-layout/outlines.ts";
import { openLetters } from "#lib/tickets/text-layout/typeface.ts";

/** The texts of a poster, and the URL of its QR code. */
export type Sheet = {
  readonly brand: string;
  readonly title: string;
  readonly when: string;
  readonly where: string;
  readonly call: string;
  /** A short URL to type: "tickets.example/en/12". */
  readonly short: string;
  readonly address: string;
  /** The direction of its language. */
  readonly direction: "ltr" | "rtl";
  readonly art: PosterArt;
  /** The account's own picture as JPEG of `ART_PIXELS`, shown in place of the generated one. */
  readonly picture?: Uint8Array | undefined;
};

/** All formats use the same layout: a sheet of the A series, 1000 units wide. */
export const WIDTH = 1_000;
export const HEIGHT = 1_414;
export const MARGIN = 64;
export const ART = { width: WIDTH, height: 680 } as const;
/** 180 pixels to the inch on A4. */
export const ART_PIXELS = { width: 1_500, height: 1_020 } as const;
/** 78 mm on A4. A larger one would leave too little width for a date of two lines. */
export const QR = { side: 370, x: WIDTH - MARGIN - 370, y: HEIGHT - MARGIN - 370 } as const;
export const TEXT = { x: MARGIN, width: WIDTH - 2 * MARGIN, top: ART.height + 56 } as const;
/** Beside the code, below the date and the place of a long title. Read from the right, it is at the other side: `footX`. */
export const FOOT = { x: MARGIN, width: QR.x - 2 * MARGIN, y: QR.y + 170 } as const;
export const INK = "#14161c";
export const MUTED = "#565b67";
export const SIZES = {
  title: [112, 84, 70, 58, 48, 40],
  line: 36,
  place: [36, 32, 28],
  call: 40,
  short: 32,
  brand: 28,
} as const;
/** Pictures are squares of this side. The middle is shown, as wide as the sheet. */
export const ART_SIDE = 400;
const ART_SHOWN = (ART_SIDE * ART.height) / ART.width;
const ART_BOX = `0 ${(ART_SIDE - ART_SHOWN) / 2} ${ART_SIDE} ${ART_SHOWN}`;

type Row = Style & { readonly fill: string; readonly most: number; readonly width: number; readonly leading: number };

/** Returns the poster as SVG of shapes alone, letters included: a print shop needs no fonts, and nothing is fetched. */
export async function posterSvg(sheet: Sheet): Promise<string> {
  await openLetters(sheet);
  const isRtl = sheet.direction === "rtl";
  const title = titleOf(sheet.title);
  const line = { most: 2, leading: 1.25 };
  const foot = { width: FOOT.width, leading: 1.2 };
  const parts: string[] = [];

  let y = write(sheet.title, TEXT.top, title);
  y = writeClear(sheet.when, y + 18, { ...line, weight: "bold", fill: INK }, [SIZES.line]);
  const place = { ...line, most: placeLines(y + 8), weight: "regular", fill: INK } as const;
  writeClear(sheet.where, y + 8, place, SIZES.place);
  y = write(sheet.call, FOOT.y, { ...foot, size: SIZES.call, weight: "bold", fill: INK, most: 2 });
  write(sheet.short, y + 14, { ...foot, size: SIZES.short, weight: "regular", fill: INK, most: 2 });
  // Its baseline is the foot of the code.
  write(sheet.brand, QR.y + QR.side - SIZES.brand * 0.85, {
    ...foot,
    size: SIZES.brand,
    weight: "title",
    fill: MUTED,
    most: 1,
  });

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<title>${escaped(sheet.title)}</title>`,
    `<path fill="#fff" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>`,
    sheet.picture === undefined
      ? `<svg width="${ART.width}" height="${ART.height}" viewBox="${ART_BOX}">${artSvg(sheet.art)}</svg>`
      : imageSvg(sheet.picture, ART),
    ...parts,
    qrSvg(sheet),
    "</svg>",
  ].join("\n");

  /** Writes a text as wide as the sheet at the first size at which it ends above the QR code, else beside the code. */
  function writeClear(text: string, top: number, row: Omit<Row, "width" | "size">, sizes: readonly number[]): number {
    const size = sizes.find((size) => {
      const { length } = outlinesOf(text, { ...row, size }, TEXT.width, 9);
      return top + length * size * row.leading <= QR.y;
    });
    if (size === undefined) return write(text, top, { ...row, size: SIZES.line, width: FOOT.width });
    return write(text, top, { ...row, size, width: TEXT.width });
  }

  /** Writes lines below each other, from the side of the language, and returns the bottom of the last one. */
  function write(text: string, top: number, { fill, most, width, leading, ...style }: Row): number {
    const lines = outlinesOf(text, style, width, most);
    lines.forEach((line, index) => {
      const x = isRtl ? WIDTH - MARGIN - line.width : MARGIN;
      const baseline = Math.round(top + style.size * (0.85 + index * leading));
      parts.push(`<path transform="translate(${x} ${baseline})" fill="${fill}" d="${line.d}"/>`);
    });
    return top + lines.length * style.size * leading;
  }
}

/** Returns how many lines of the place fit above the words beside the code. */
export function placeLines(y: number): number {
  return Math.max(1, Math.min(3, Math.floor((FOOT.y - y) / (SIZES.line * 1.25))));
}

/** Returns the title's style at the largest size that fits. */
function titleOf(title: string): Row {
  const row = { weight: "title", fill: INK, width: TEXT.width, leading: 1.12 } as const;
  const fits = (size: number) => outlinesOf(title, { ...row, size }, TEXT.width, 9).length * size <= 180;
  return { ...row, size: SIZES.title.find(fits) ?? 40, most: 4 };
}

function artSvg({ ground: [from, to], shapes }: PosterArt): string {
  return [
    `<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
    `<path fill="url(#ground)" d="M-400-400h1200v1200h-1200Z"/>`,
    ...shapes.map(({ fill, d, faint }) => `<path fill="${fill}" d="${d}"${faint ? ' opacity="0.35"' : ""}/>`),
  ].join("");
}

/** Returns where the texts beside the code begin. */
export function footX(direction: Sheet["direction"]): number {
  return direction === "rtl" ? WIDTH - MARGIN - FOOT.width : FOOT.x;
}

/** Returns where a code of that many modules is drawn: they, and not its quiet zone, end at the margins of the texts. */
export function codePlace(size: number, direction: Sheet["direction"]): { readonly x: number; readonly y: number } {
  const past = (QR.side * QUIET_MODULES) / size;
  return { x: direction === "rtl" ? MARGIN - past : QR.x + past, y: QR.y + past };
}

/** Returns the QR code, black on white with its quiet zone, on the side where the language's lines end. */
function qrSvg({ address, direction }: Sheet): string {
  const { size, path } = qrSquare(address);
  const { x, y } = codePlace(size, direction);
  const { side } = QR;
  return `<svg xmlns="http://www.w3.org/2000/svg" x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}

function escaped(words: string): string {
  return words
    .replace(/[^\P{Cc}\s]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Returns the poster as a PNG, for feeds and messages. */
export async function posterPng(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const image = pngOf(await posterSvg(sheet), { width: WIDTH, height: HEIGHT });
  return new Uint8Array(await image.arrayBuffer());
}
