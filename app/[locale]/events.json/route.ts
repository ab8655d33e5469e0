import { hasLocale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { catalogueProgramme } from "#lib/catalogue/events.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { brand, env, isBuilding } from "#lib/env.ts";
import { routing } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";
import { feedOf } from "./feed.ts";

export const revalidate = 300;
export const dynamic = "force-static";

/** The list for programs on any site, with the same prices as the page. */
export const GET = answeredRoute(async (_request: Request, { params }: RouteContext<"/[locale]/events.json">) => {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) return new Response(null, { status: 404 });
  const t = await getTranslations({ locale, namespace: "Common" });
  const { value } = await catalogueProgramme();
  if (value === undefined) return new Response(null, { status: 503 });
  const origin = isBuilding() ? "" : env().FOYER_ORIGIN;
  const title = t("siteTitle", { brand: brand().BRAND_NAME });
  return Response.json(feedOf(title, { origin, locale }, value, await picturesOf(value.events)), {
    headers: { "Access-Control-Allow-Origin": "*" },
  });
});
