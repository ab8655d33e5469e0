import type { MetadataRoute } from "next";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";

/** Returns the colours and icons of a web app of the shop, as its manifest names them. */
export async function appLook() {
  const { colour } = await currentBrand();
  return {
    background_color: "#f9fafc",
    theme_color: accentTokens(colour).light.fill,
    icons: [
      { src: "/brand/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/brand/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/brand/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  } satisfies Partial<MetadataRoute.Manifest>;
}
