import { fileURLToPath } from "node:url";
import createNextIntlPlugin from "next-intl/plugin";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What binds every answer. Scripts are the business of each page: by hash on the static ones (cache/policy.ts), by a
 * nonce on the others (proxy.ts); both replace this policy and repeat what it says.
 */
const HEADERS = [
  {
    key: "Content-Security-Policy",
    value: "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  },
];

/** What must be kept nowhere in between, and tells no other site where the visitor came from. */
const PRIVATE = [
  { key: "Cache-Control", value: "private, no-store" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "X-Robots-Tag", value: "noindex" },
];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  turbopack: { root: at(".") },
  cacheHandler: at("./cache/pages.ts"),
  cacheMaxMemorySize: 0,
  // A server action's arguments hold what was typed, card digits included.
  logging: { serverFunctions: false },
  experimental: { globalNotFound: true },
  // Pages have one address. What a program asks on this machine, such as a health check, is answered in place.
  async rewrites() {
    const has = [{ type: "host", value: "127\\.0\\.0\\.1" }];
    return { beforeFiles: [{ source: "/:path((?!api/)[^/]+)*", has, destination: "/api/localhost/:path*" }] };
  },
  async headers() {
    return [
      { source: "/:path*", headers: HEADERS },
      ...["/:locale/cart", "/:locale/checkout/:path*", "/:locale/sales/:path*", "/:locale/promoter/:path*"].map(
        (source) => ({ source, headers: PRIVATE }),
      ),
    ];
  },
};

export default createNextIntlPlugin("./i18n/request.ts")(config);
