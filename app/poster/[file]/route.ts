import { hueOf } from "#lib/art/accent.ts";
import { posterArt } from "#lib/art/poster-art.ts";
import { brand } from "#lib/env.ts";

/** Rendered at run time, like the brand's colour. */
export const dynamic = "force-dynamic";

/** Returns `/poster/12.svg`, the picture of an Event, for other sites. */
export async function GET(_request: Request, { params }: RouteContext<"/poster/[file]">): Promise<Response> {
  const [, eventId] = /^([1-9]\d{0,14})\.svg$/.exec((await params).file) ?? [];
  if (eventId === undefined) return new Response(null, { status: 404 });
  const { ground, shapes } = posterArt(`event-${eventId}`, hueOf(brand().BRAND_COLOUR));
  const paths = shapes.map(({ fill, d, faint }) => `<path fill="${fill}" d="${d}"${faint ? ' opacity="0.35"' : ""}/>`);
  const gradient = `<linearGradient id="g" x2="0" y2="1"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient>`;
  const body = `${gradient}<path fill="url(#g)" d="M0 0h400v400H0Z"/>${paths.join("")}`;
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200" viewBox="0 0 400 400">${body}</svg>`,
    {
      headers: {
        "Content-Type": "image/svg+xml",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Cache-Control": "public, max-age=86400",
      },
    },
  );
}
