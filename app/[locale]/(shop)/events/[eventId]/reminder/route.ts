import { getTranslations } from "next-intl/server";
import { unavailableFile } from "#app/unavailable-file.ts";
import { catalogueEvent, catalogueOffering } from "#lib/catalogue/events.ts";
import { env } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";
import { calendarFile } from "#lib/tickets/calendar/calendar-file.ts";

/** Returns a calendar file with the sale start of the given date, or of the next one. */
export const GET = answeredRoute(
  async (request: Request, { params }: RouteContext<"/[locale]/events/[eventId]/reminder">) => {
    const { locale, eventId } = await params;
    const dateId = Number(new URL(request.url).searchParams.get("date"));
    if (!/^[1-9]\d{0,14}$/.test(eventId)) return nothing();
    const [{ value: event }, { value: offering }] = await Promise.all([
      catalogueEvent(Number(eventId)),
      catalogueOffering(Number(eventId)),
    ]);
    const opening = (offering?.groups ?? [])
      .flatMap(({ eventDateId, onSaleFrom }) => (onSaleFrom === undefined ? [] : [{ eventDateId, onSaleFrom }]))
      .toSorted((a, b) => Date.parse(a.onSaleFrom) - Date.parse(b.onSaleFrom))
      .find(({ eventDateId }) => dateId === 0 || eventDateId === dateId);
    if (event === undefined || opening === undefined) return nothing();

    const t = await getTranslations({ locale, namespace: "Event" });
    const origin = env().FOYER_ORIGIN;
    const address = `${origin}/${locale}/events/${event.id}?date=${opening.eventDateId}`;
    const entry = {
      uid: `on-sale-${opening.eventDateId}@${new URL(origin).hostname}`,
      name: t("reminderName", { event: event.name }),
      startsAt: opening.onSaleFrom,
      timeZone: event.venue.timeZone,
      place: address,
      notes: [address],
      url: address,
      remindMinutesBefore: 10,
    };
    return new Response(calendarFile([entry], new Date()), {
      headers: {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'attachment; filename="on-sale.ics"',
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex",
      },
    });
  },
  async (_request, { params }) => unavailableFile(localeFrom((await params).locale), "event"),
);

function nothing(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
}
