import type { MetadataRoute } from "next";
import { env } from "#lib/env.ts";
import { NOT_CRAWLED } from "#lib/security/routes.ts";

/** Rendered at run time: the sitemap's URL is absolute, and a build does not know the origin. */
export const dynamic = "force-dynamic";

/** Only production is for search engines. Elsewhere each page says so itself, which a robot reads only where it may fetch it. */
export default function robots(): MetadataRoute.Robots {
  if (env().FOYER_ENVIRONMENT !== "production") return { rules: { userAgent: "*", allow: "/" } };
  return {
    rules: { userAgent: "*", allow: "/", disallow: NOT_CRAWLED },
    sitemap: `${env().FOYER_ORIGIN}/sitemap.xml`,
  };
}
