import { liveOffering } from "#lib/catalogue/availability.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";
import { type OfferingGroup, ticketTypesOf } from "#lib/ticketing/model/offering.ts";

export const dynamic = "force-dynamic";

/**
 * Returns the availability, at most one second old. 503 means that it is unknown: the page then says so, and never
 * "sold out".
 */
export const GET = answeredRoute(async (_request: Request, { params }: RouteContext<"/api/availability/[eventId]">) => {
  const { eventId } = await params;
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return answer(404, { known: false });
  const offering = await liveOffering(Number(eventId));
  if (offering === undefined) return answer(404, { known: false });
  return answer(200, {
    dates: Object.fromEntries(offering.groups.map(({ eventDateId, saleStatus }) => [eventDateId, saleStatus])),
    tickets: Object.fromEntries(offering.groups.flatMap(ticketsOfGroup)),
  });
});

function ticketsOfGroup(group: OfferingGroup) {
  return ticketTypesOf(group).map(
    ({ id, saleStatus, available }) => [id, { status: saleStatus, left: available }] as const,
  );
}

function answer(status: number, body: object): Response {
  return Response.json(body, {
    status,
    headers: {
      "Cache-Control": status === 200 ? "public, max-age=0, s-maxage=1, stale-while-revalidate=1" : "no-store",
    },
  });
}
