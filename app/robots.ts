import type { MetadataRoute } from "next";
import { env } from "#lib/env.ts";

/** Rendered at run time: the sitemap's URL is absolute, and a build does not know the origin. */
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/api/", "/*/cart", "/*/checkout", "/*/sales/", "/*/promoter"] },
    sitemap: `${env().FOYER_ORIGIN}/sitemap.xml`,
  };
}
