import "server-only";

import type { PosterArt } from "#lib/tickets/art/poster-art.ts";
import { imageSvg } from "#lib/tickets/images.ts";
import { type Outline, outlinesOf } from "#lib/tickets/text-layout/outlines.ts";
import { openLetters } from "#lib/tickets/text-layout/typeface.ts";

/** The texts of the image that is shown where a link is shared, in the page's language. */
export type ShareCard = {
  readonly brand: string;
  readonly title: string;
  /** Time and place, one line each. */
  readonly facts: readonly string[];
  /** "From $48.50", or why there is no price: "Sold out". */
  readonly state: string;
  readonly art: PosterArt;
  /** The account's own picture as JPEG of `SHARE_PICTURE`'s size, shown in place of the generated one. */
  readonly picture?: Uint8Array | undefined;
  /** The account's colour and its readable text colours. */
  readonly accent: { readonly fill: string; readonly on: string; readonly text: string };
  readonly direction: "ltr" | "rtl";
};

export const SHARE_SIZE = { width: 1200, height: 630 };

const ART_WIDTH = 400;
export const SHARE_PICTURE = { width: ART_WIDTH, height: SHARE_SIZE.height };
const PAD = 56;
const TEXT_WIDTH = SHARE_SIZE.width - ART_WIDTH - 2 * PAD;
const BRAND = { weight: "title", size: 32 } as const;
const FACTS = [
  { weight: "bold", size: 31 },
  { weight: "regular", size: 31 },
] as const;
const STATE = { weight: "bold", size: 38 } as const;
const STATE_HEIGHT = 84;
const TITLE_SIZES = [78, 70, 62, 54, 47, 41];
const LEADING = 1.2;
const INK = "#14161c";
const MUTED = "#565b67";
const PAPER = "#ffffff";

/** Returns the alternative text of the image. */
export function shareAlt({ title, facts, state }: ShareCard): string {
  return [title, ...facts, state].filter(Boolean).join(" · ");
}

/** Returns the image as SVG of shapes and the picture's pixels: no font is needed to render it. */
export async function shareSvg(card: ShareCard): Promise<string> {
  await openLetters(card);
  const { brand, title, facts, state, art, picture, accent, direction } = card;
  const { width, height } = SHARE_SIZE;
  const isTurned = direction === "rtl";
  const parts: string[] = [];
  const lines = facts.flatMap((fact, index) =>
    outlinesOf(fact, FACTS[index === 0 ? 0 : 1], TEXT_WIDTH, 2).map((line) => ({
      line,
      colour: index === 0 ? INK : MUTED,
    })),
  );
  const top = PAD + BRAND.size * LEADING + 18;
  const foot = height - PAD - (state === "" ? 0 : STATE_HEIGHT + 26);
  const factsTop = foot - lines.length * FACTS[0].size * LEADING;
  const room = factsTop - 20 - top;
  const size = TITLE_SIZES.find((size) => linesOfTitle(size, 9).length * size * LEADING <= room) ?? 41;

  write(outlinesOf(brand, BRAND, TEXT_WIDTH, 1), BRAND.size, PAD, accent.text);
  write(linesOfTitle(size, Math.floor(room / (size * LEADING))), size, top, INK);
  lines.forEach(({ line, colour }, index) => {
    write([line], FACTS[0].size, factsTop + index * FACTS[0].size * LEADING, colour);
  });
  if (state !== "") drawState();

  const artX = isTurned ? width - ART_WIDTH : 0;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    `<clipPath id="art"><rect x="${artX}" width="${ART_WIDTH}" height="${height}"/></clipPath>`,
    `<g clip-path="url(#art)">${picture === undefined ? generated() : imageSvg(picture, { x: artX, ...SHARE_PICTURE })}</g>`,
    ...parts,
    `</svg>`,
  ].join("");

  function generated(): string {
    const paths = art.shapes.map(
      ({ d, fill, faint }) => `<path d="${d}" fill="${fill}" opacity="${faint ? 0.35 : 1}"/>`,
    );
    const place = `translate(${artX + (ART_WIDTH - height) / 2}) scale(${height / 400})`;
    return `<g transform="${place}"><rect width="400" height="400" fill="${art.ground[0]}"/>${paths.join("")}</g>`;
  }

  function linesOfTitle(size: number, most: number): readonly Outline[] {
    return outlinesOf(title, { weight: "title", size }, TEXT_WIDTH, most);
  }

  function startOf(long: number): number {
    return isTurned ? PAD + TEXT_WIDTH - long : ART_WIDTH + PAD;
  }

  /** Writes lines below each other, from the side of the language. */
  function write(lines: readonly Outline[], size: number, top: number, colour: string): void {
    lines.forEach(({ d, width: long }, index) => {
      const baseline = top + size * (0.95 + index * LEADING);
      parts.push(`<path transform="translate(${startOf(long)} ${baseline})" d="${d}" fill="${colour}"/>`);
    });
  }

  /** Draws the state or price at the bottom, on the account's colour. */
  function drawState(): void {
    const [line] = outlinesOf(state, STATE, TEXT_WIDTH - 64, 1);
    if (line === undefined) return;
    const long = line.width + 64;
    const [x, y] = [startOf(long), height - PAD - STATE_HEIGHT];
    parts.push(`<rect x="${x}" y="${y}" width="${long}" height="${STATE_HEIGHT}" rx="22" fill="${accent.fill}"/>`);
    parts.push(`<path transform="translate(${x + 32} ${y + 55})" d="${line.d}" fill="${accent.on}"/>`);
  }
}
