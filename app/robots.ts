import type { MetadataRoute } from "next";
import { env } from "#lib/env.ts";

/** The sitemap's address is a whole one, and a build knows none. */
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/api/", "/*/cart", "/*/checkout", "/*/sales/", "/*/promoter"] },
    sitemap: `${env().FOYER_ORIGIN}/sitemap.xml`,
  };
}
