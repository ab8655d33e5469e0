import { type NextRequest, NextResponse } from "next/server";
import { pagePolicy } from "./lib/security/page-policy.ts";

/**
 * Pages that know their visitor get a nonce of their own. It authorises nobody, and it never runs on a static page.
 */
export function proxy(request: NextRequest) {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = pagePolicy(`'nonce-${nonce}'`);
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  const answer = NextResponse.next({ request: { headers } });
  answer.headers.set("Content-Security-Policy", policy);
  return answer;
}

export const config = {
  matcher: [
    "/:locale/search",
    "/:locale/events/:eventId/tickets",
    "/:locale/cart",
    "/:locale/checkout/:path*",
    "/:locale/sales/:path*",
    "/:locale/promoter/:path*",
    "/:locale/hand-off",
    "/:locale/qr-test",
  ],
};
