import type { NextRequest } from "next/server";
import { routing } from "#lib/i18n/routing.ts";

export const dynamic = "force-dynamic";

/** Redirects to the best supported language of the browser. The URL is relative, so the Host header is not used. */
export function GET(request: NextRequest) {
  const locale = preferredLocale(request.headers.get("accept-language") ?? "");
  return new Response(null, {
    status: 307,
    headers: { Location: `/${locale}`, Vary: "Accept-Language", "Cache-Control": "no-store" },
  });
}

function preferredLocale(accepted: string): string {
  const preferences = accepted
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const weight = parameters.find((parameter) => parameter.trim().startsWith("q="));
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of preferences) {
    const found = routing.locales.find((locale) => tag === locale || tag.startsWith(`${locale}-`));
    if (found !== undefined) return found;
  }
  return routing.defaultLocale;
}
