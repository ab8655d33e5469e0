import type { MetadataRoute } from "next";
import { appLook } from "#app/app-look.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { excerpt } from "#lib/i18n/words.ts";

/** Rendered at run time, like the brand's colours. */
export const dynamic = "force-dynamic";

/** The web app manifest. The URL bar stays visible: a buyer must see whom they pay. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { name } = await currentBrand();
  return {
    name,
    short_name: excerpt(name, 24),
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    ...(await appLook()),
  };
}
