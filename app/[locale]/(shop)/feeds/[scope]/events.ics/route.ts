import { hasLocale } from "next-intl";
import { eventsIcs } from "#app/[locale]/(shop)/events-ics.ts";
import { feedScopeOf } from "#lib/catalogue/season/feed-scope.ts";
import { routing } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

export const revalidate = 40;
export const dynamic = "force-static";

/** Each is made when it is first asked for. */
export function generateStaticParams() {
  return [];
}

/** Returns the dates of a group or a venue: next.config.js leads its query here. */
export const GET = answeredRoute(
  async (_request: Request, { params }: RouteContext<"/[locale]/feeds/[scope]/events.ics">) => {
    const { locale, scope: named } = await params;
    const scope = feedScopeOf(named);
    return hasLocale(routing.locales, locale) && scope ? eventsIcs(locale, scope) : new Response(null, { status: 404 });
  },
);
