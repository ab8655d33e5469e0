import { catalogueEvent } from "#lib/catalogue/events.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";
import { posterArt } from "#lib/tickets/art/poster-art.ts";
import { eventPoster } from "#lib/tickets/poster/event-poster.ts";

/** Rendered at run time, like the brand's colour. */
export const dynamic = "force-dynamic";

/** Returns `/poster/12.svg`, the generated picture of an Event with its name, for other sites. */
export async function GET(_request: Request, { params }: RouteContext<"/poster/[file]">): Promise<Response> {
  const [, eventId] = /^([1-9]\d{0,14})\.svg$/.exec((await params).file) ?? [];
  if (eventId === undefined) return new Response(null, { status: 404 });
  // The picture does not need the service: without an answer it has no name.
  const event = (await undefinedOnFault(catalogueEvent(Number(eventId))))?.value;
  const svg = await eventPoster(posterArt(`event-${eventId}`, await currentHue()), event?.name);
  return new Response(svg, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cross-Origin-Resource-Policy": "cross-origin",
      // It has the event's name.
      "Cache-Control": "public, no-cache",
    },
  });
}
