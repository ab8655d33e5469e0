import type { NextRequest } from "next/server";
import { preferredLocale } from "#lib/i18n/languages.ts";

export const dynamic = "force-dynamic";

/** Redirects to the best supported language of the browser. The URL is relative, so the Host header is not used. */
export function GET(request: NextRequest) {
  const locale = preferredLocale(request.headers.get("accept-language"));
  return new Response(null, {
    status: 307,
    headers: { Location: `/${locale}`, Vary: "Accept-Language", "Cache-Control": "no-store" },
  });
}
