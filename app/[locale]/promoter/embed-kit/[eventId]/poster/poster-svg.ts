import type { PosterArt } from "#components/poster-art.ts";
import { qrSquare } from "#components/qr-square.ts";
import { ART, ART_BOX, FOOT, HEIGHT, INK, MUTED, QR, type Sheet, SIZES, TEXT, WIDTH } from "./sheet.ts";

/** For a printer's shop or a drawing program: shapes and letters, and nothing to fetch. */
export function posterSvg(sheet: Sheet): string {
  const title = SIZES.title.map((size) => ({ size, lines: broken(sheet.title, size, TEXT.width) }));
  const { size, lines } = title.find(({ lines, size }) => lines.length * size <= 180) ?? {
    size: 40,
    lines: [sheet.title],
  };
  const below = TEXT.top + lines.length * size * 1.12;
  const isRtl = sheet.direction === "rtl";
  const [wide, narrow] = [TEXT, FOOT].map(({ x, width }) => (isRtl ? x + width : x)) as [number, number];
  const call = broken(sheet.call, SIZES.call, FOOT.width);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Instrument Sans, Helvetica, Arial, sans-serif" direction="${sheet.direction}">`,
    `<title>${escaped(sheet.title)}</title>`,
    `<path fill="#fff" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>`,
    `<svg width="${ART.width}" height="${ART.height}" viewBox="${ART_BOX}">${artSvg(sheet.art)}</svg>`,
    ...lines.map((line, at) => text(line, wide, TEXT.top + size * (0.85 + at * 1.12), size, INK, 600)),
    text(sheet.when, wide, below + 52, SIZES.line, INK, 600),
    text(sheet.where, wide, below + 104, SIZES.line, MUTED, 400),
    ...call.map((line, at) => text(line, narrow, FOOT.y + SIZES.call * (0.85 + at * 1.2), SIZES.call, INK, 600)),
    text(sheet.short, narrow, FOOT.y + SIZES.call * (call.length * 1.2) + 52, SIZES.short, INK, 400),
    text(sheet.brand, narrow, QR.y + QR.side, SIZES.brand, MUTED, 600),
    qrSvg(sheet.address, QR),
    "</svg>",
  ].join("\n");
}

export function artSvg({ ground: [from, to], shapes }: PosterArt): string {
  return [
    `<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
    `<path fill="url(#ground)" d="M-400-400h1200v1200h-1200Z"/>`,
    ...shapes.map(({ fill, d, faint }) => `<path fill="${fill}" d="${d}"${faint ? ' opacity="0.35"' : ""}/>`),
  ].join("");
}

/** Black on white with its quiet zone, at a place of the sheet. */
export function qrSvg(address: string, { side, x, y }: { side: number; x: number; y: number }): string {
  const { size, path } = qrSquare(address);
  return `<svg xmlns="http://www.w3.org/2000/svg" x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}

function text(line: string, x: number, y: number, size: number, fill: string, weight: 400 | 600): string {
  return `<text x="${x}" y="${Math.round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(line)}</text>`;
}

/** No font is asked for its widths here: a letter is about half as wide as it is high. */
function broken(words: string, size: number, width: number): readonly string[] {
  const most = Math.floor(width / (size * 0.6));
  const lines: string[] = [];
  for (const word of words.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

function escaped(words: string): string {
  return words
    .replace(/[^\P{Cc}\s]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
