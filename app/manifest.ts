import type { MetadataRoute } from "next";
import { brand } from "#lib/env.ts";
import { excerpt } from "#lib/i18n/words.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";

/** Rendered at run time, like the brand's colours. */
export const dynamic = "force-dynamic";

/** The web app manifest. The URL bar stays visible: a buyer must see whom they pay. */
export default function manifest(): MetadataRoute.Manifest {
  const { BRAND_NAME, BRAND_COLOUR } = brand();
  return {
    name: BRAND_NAME,
    short_name: excerpt(BRAND_NAME, 24),
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: "#f9fafc",
    theme_color: accentTokens(BRAND_COLOUR).light.fill,
    icons: [
      { src: "/brand/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/brand/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/brand/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
