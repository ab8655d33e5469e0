import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { brand } from "#lib/env.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";
import { brandIcon, brandTile, pngOf } from "#lib/tickets/images.ts";

/** Rendered at run time: one build serves any configured account. */
export const dynamic = "force-dynamic";

const CACHE = { "Cache-Control": "public, max-age=300, stale-while-revalidate=3600" };
/** In pixels: sharp in a tab on a dense screen. */
const FAVICON_SIDE = 48;
const LOGO_BYTES_MAX = 256 * 1024;
const TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

/** Returns the account's logo, and the icons made from its name. */
export async function GET(_request: Request, { params }: RouteContext<"/brand/[file]">) {
  const { BRAND_LOGO, BRAND_LOGO_DARK } = brand();
  const { name, colour } = await currentBrand();
  const colours = accentTokens(colour).light;
  switch ((await params).file) {
    case "logo":
      return logo(BRAND_LOGO);
    case "logo-dark":
      return logo(BRAND_LOGO_DARK);
    case "icon.svg":
      return new Response(await brandIcon(name, colours), {
        headers: { "Content-Type": "image/svg+xml", ...CACHE },
      });
    case "favicon.ico":
      return favicon();
    case "icon-180.png":
      return tile(180);
    case "icon-192.png":
      return tile(192);
    case "icon-512.png":
      return tile(512);
    default:
      return nothing();
  }

  async function tile(side: number): Promise<Response> {
    return new Response(await tilePng(side), { headers: { "Content-Type": "image/png", ...CACHE } });
  }

  async function favicon(): Promise<Response> {
    const file = new Uint8Array(iconFile(await tilePng(FAVICON_SIDE), FAVICON_SIDE));
    return new Response(file, { headers: { "Content-Type": "image/x-icon", ...CACHE } });
  }

  async function tilePng(side: number): Promise<ArrayBuffer> {
    return pngOf(await brandTile(name, colours), { width: side, height: side }).arrayBuffer();
  }
}

/** Returns the configured file. No part of the URL is used as a path. */
async function logo(path: string | undefined): Promise<Response> {
  const type = path && TYPES[extname(path).toLowerCase()];
  if (!type) return nothing();
  const size = await stat(path).then(
    (file) => (file.isFile() ? file.size : 0),
    () => 0,
  );
  if (size === 0 || size > LOGO_BYTES_MAX) return nothing();
  return new Response(new Uint8Array(await readFile(path)), {
    headers: { "Content-Type": type, ...CACHE },
  });
}

function nothing(): Response {
  return new Response(null, { status: 404 });
}

/** Returns an ICO file with one image, which browsers request at `/favicon.ico`. `side` is in pixels. */
function iconFile(png: ArrayBuffer, side: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon, not a cursor
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10); // colour plane
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return Buffer.concat([header, Buffer.from(png)]);
}
