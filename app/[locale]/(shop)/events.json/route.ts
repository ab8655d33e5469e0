import { hasLocale } from "next-intl";
import { eventsJson } from "#app/[locale]/(shop)/events-json.ts";
import { routing } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

export const revalidate = 40;
export const dynamic = "force-static";

/** Returns all next events for programs. */
export const GET = answeredRoute(async (_request: Request, { params }: RouteContext<"/[locale]/events.json">) => {
  const { locale } = await params;
  return hasLocale(routing.locales, locale) ? eventsJson(locale) : new Response(null, { status: 404 });
});
