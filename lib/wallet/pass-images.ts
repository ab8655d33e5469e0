import "server-only";

import sharp from "sharp";
import type { PosterArt } from "#lib/tickets/art/poster-art.ts";
import { brandTile } from "#lib/tickets/brand-icon.ts";

/** A picture at one, two and three pixels a point, as Apple's rules name the files. */
const DENSITIES = [
  ["", 1],
  ["@2x", 2],
  ["@3x", 3],
] as const;
const ICON_POINTS = 29;
const LOGO_POINTS = 40;
const THUMBNAIL_POINTS = 90;
/** Posters are squares of this side. */
const ART_SIDE = 400;

type Shop = { readonly name: string; readonly fill: string; readonly on: string };

/** Returns the pictures of a pass by their file names: the shop's icon and logo, and the event's picture. */
export async function passImages(shop: Shop, art: PosterArt): Promise<Record<string, Buffer>> {
  const tile = await brandTile(shop.name, { fill: shop.fill, on: shop.on });
  const pictures = [
    { name: "icon", svg: tile, points: ICON_POINTS },
    { name: "logo", svg: tile, points: LOGO_POINTS },
    { name: "thumbnail", svg: artSvg(art), points: THUMBNAIL_POINTS },
  ];
  const files = pictures.flatMap(({ name, svg, points }) =>
    DENSITIES.map(async ([suffix, factor]) => [`${name}${suffix}.png`, await pngOf(svg, points * factor)] as const),
  );
  return Object.fromEntries(await Promise.all(files));
}

function pngOf(svg: string, side: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize(side, side).png({ compressionLevel: 9 }).toBuffer();
}

function artSvg({ ground, shapes }: PosterArt): string {
  const paths = shapes.map(
    ({ fill, d, faint }) => `<path d="${d}" fill="${fill}"${faint ? ' fill-opacity="0.35"' : ""}/>`,
  );
  const frame = `width="${ART_SIDE}" height="${ART_SIDE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}><rect ${frame} fill="${ground[0]}"/>${paths.join("")}</svg>`;
}
