import { hasLocale } from "next-intl";
import { eventsIcs } from "#app/[locale]/(shop)/events-ics.ts";
import { routing } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

export const revalidate = 40;
export const dynamic = "force-static";

/** Returns all dates as a calendar. */
export const GET = answeredRoute(async (_request: Request, { params }: RouteContext<"/[locale]/events.ics">) => {
  const { locale } = await params;
  return hasLocale(routing.locales, locale) ? eventsIcs(locale) : new Response(null, { status: 404 });
});
