import { type NextRequest, NextResponse } from "next/server";
import { pagePolicy } from "./lib/security/static-page-policy.ts";
import { markPerRequest } from "./lib/telemetry/current-request.ts";

const isDevelopment = process.env.NODE_ENV === "development";

/** The header from which next-intl reads the language until the page's layout has set it. */
const LANGUAGE = "X-NEXT-INTL-LOCALE";

/** The header from which a page for promoters reads its own address, to return to it after signing in. */
const PAGE = "X-Foyer-Page";

/**
 * Gives each private or dynamic page its own nonce, and its language from the address. It checks no permission, and does not run
 * for static pages.
 */
export function proxy(request: NextRequest) {
  markPerRequest();
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const allowed = `'nonce-${nonce}'`;
  const policy = isDevelopment ? developmentPolicy(allowed) : pagePolicy(allowed);
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set(PAGE, request.nextUrl.pathname + request.nextUrl.search);
  headers.set(LANGUAGE, request.nextUrl.pathname.split("/")[1] ?? "");
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

export const config = {
  matcher: [
    "/:locale/search",
    "/:locale/events/:eventId/tickets",
    "/:locale/events/:eventId/waiting-list",
    "/:locale/events/:eventId/line",
    "/:locale/waiting-list/:path*",
    "/:locale/cart",
    "/:locale/checkout/:path*",
    "/:locale/sales/:path*",
    "/:locale/find-tickets/:path*",
    "/:locale/promoter/:path*",
    "/:locale/hand-off",
    "/:locale/out-of-date",
    "/:locale/qr-test",
  ],
};

/**
 * Returns the policy in development: Next's error overlay uses inline styles, and React evaluates the stacks of server
 * components.
 */
function developmentPolicy(allowed: string): string {
  return pagePolicy(`${allowed} 'unsafe-eval'`).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
}
