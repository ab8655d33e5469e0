import { nameOfScope } from "#app/[locale]/(shop)/feed-name.ts";
import { catalogueDates } from "#lib/catalogue/calendar.ts";
import { formatEventLink } from "#lib/catalogue/event-link.ts";
import type { FeedScope } from "#lib/catalogue/season/feed-scope.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { env, isBuilding } from "#lib/env.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import { type CalendarEntry, subscribedCalendar } from "#lib/tickets/calendar/calendar-file.ts";

/** Returns the dates as a calendar to subscribe to. */
export async function eventsIcs(locale: string, scope: FeedScope = {}): Promise<Response> {
  if (isBuilding()) return new Response(null, { status: 503 });
  const name = await nameOfScope(scope, locale);
  if (name === undefined) return new Response(null, { status: 404 });
  const { value: dates = [] } = await catalogueDates(scope.group, scope.venue);
  const { email } = await currentSeller();
  const home = `${env().FOYER_ORIGIN}/${locale}`;
  const entries = dates.map((date) => ({ ...entryOf(date, home), organiserEmail: email }));
  return new Response(subscribedCalendar(name, entries, new Date()), {
    headers: { "Content-Type": "text/calendar; charset=utf-8", "Access-Control-Allow-Origin": "*" },
  });
}

function entryOf(
  { id, event, label, startsAt, endsAt, timeZone, venue, saleStatus }: CalendarDate,
  home: string,
): CalendarEntry {
  const source = { utm: { medium: "calendar" } };
  const query = formatEventLink({ wanted: [], source, ...(id !== undefined && { eventDateId: id }) });
  const url = `${home}/events/${event.id}?${query}`;
  return {
    // Without ids of its dates the service names the first and the last date of an event.
    uid: `${id === undefined ? `event-${event.id}-${startsAt}` : `date-${id}`}@${new URL(home).hostname}`,
    name: event.name,
    startsAt,
    endsAt,
    timeZone: timeZone ?? venue.timeZone,
    place: addressText([venue.name, venue.address || venue.city]),
    notes: [...(label === undefined ? [] : [label]), url],
    url,
    isCancelled: saleStatus === "CANCELLED",
  };
}
