import { getTranslations } from "next-intl/server";
import { orderFile, privateFile } from "#app/[locale]/(shop)/sales/[link]/private-file.ts";
import { brand } from "#lib/env.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { excerpt } from "#lib/i18n/words.ts";
import { openPaidTickets } from "#lib/orders/tickets.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";

/**
 * Returns the web app manifest of one order: an icon on the home screen opens these tickets, without a URL bar. Every
 * other page is outside its scope, so that a buyer sees the URL bar of a page to pay on.
 */
export const GET = orderFile(async ({ locale, link }) => {
  if ((await openPaidTickets(link)) === undefined) return undefined;
  const t = await getTranslations({ locale, namespace: "Sale" });
  const { BRAND_NAME, BRAND_COLOUR } = brand();
  const page = `/${locale}/sales/${link}`;
  const manifest = {
    id: page,
    name: `${t("title")} · ${BRAND_NAME}`,
    short_name: excerpt(t("title"), 24),
    lang: locale,
    dir: directionOf(locale),
    start_url: page,
    scope: page,
    display: "standalone",
    background_color: "#f9fafc",
    theme_color: accentTokens(BRAND_COLOUR).light.fill,
    icons: [
      { src: "/brand/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/brand/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/brand/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return privateFile(JSON.stringify(manifest), { type: "application/manifest+json", name: "tickets.webmanifest" });
});
