import { pictureCopy } from "#lib/catalogue/pictures/picture-copies.ts";
import { PICTURE_FORMATS, PICTURE_WIDTHS } from "#lib/ticketing/model/picture.ts";

/** Pictures are stored at run time. */
export const dynamic = "force-dynamic";

const HASH = /^[0-9a-f]{32}$/;

/** Returns a stored picture: `/pictures/{hash}/720.avif`. Its content is its name, so it is cached for a year. */
export async function GET(_request: Request, { params }: RouteContext<"/pictures/[hash]/[file]">): Promise<Response> {
  const { hash, file } = await params;
  const [named, extension] = file.split(".");
  const width = PICTURE_WIDTHS.find((one) => String(one) === named);
  const format = PICTURE_FORMATS.find((one) => one === extension);
  if (!HASH.test(hash) || width === undefined || format === undefined || file !== `${width}.${format}`)
    return notFound();
  const copy = await pictureCopy(hash, width, format);
  if (copy === undefined) return notFound();
  return new Response(new Uint8Array(copy), {
    headers: {
      "Content-Type": `image/${format}`,
      // Feeds and link previews of other sites show it too.
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
}
