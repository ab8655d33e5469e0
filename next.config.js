import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import createNextIntlPlugin from "next-intl/plugin";
import { PRIVATE_ROUTES } from "./lib/security/private-routes.ts";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A file of words for each. */
const LANGUAGES = readdirSync(at("./messages")).map((file) => file.replace(".json", ""));

/**
 * What binds every answer. Scripts are the business of each page: by hash on the static ones (lib/security/static-page-policy.ts), by a
 * nonce on the others (proxy.ts); both replace this policy and repeat what it says.
 */
const HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  },
];

const POLICY = "object-src 'none'; base-uri 'none'; form-action 'self'";

/** Data, and no page of ours: nothing in it may run, load or be framed. */
const DATA_ONLY = [
  {
    key: "Content-Security-Policy",
    value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
];

/** No page but an embed stands in anybody's frame. */
const NEVER_FRAMED = [
  { key: "Content-Security-Policy", value: `${POLICY}; frame-ancestors 'none'` },
  { key: "X-Frame-Options", value: "DENY" },
];

/**
 * The page cache says who may frame an embed; two policies would both bind, so that this one names nobody. A page that
 * isolates itself may show it too: an embed fetches nothing foreign.
 */
const FRAMED = [
  { key: "Content-Security-Policy", value: POLICY },
  { key: "Cross-Origin-Embedder-Policy", value: "require-corp" },
  { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
];

/** A promoter's page loads these from its own origin, and may check them against a hash. */
const elements = (age) => [
  { key: "Access-Control-Allow-Origin", value: "*" },
  { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
  { key: "Cache-Control", value: `public, max-age=${age}` },
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
  // It finds its programs beside itself.
  serverExternalPackages: ["subset-font"],
  cacheHandler: at("./cache/pages.ts"),
  cacheMaxMemorySize: 0,
  // Title and description come with the page's first piece, for everybody. Streamed after the rest, as is the rule for
  // all but some robots, they leave a page without a title that is there to be read.
  htmlLimitedBots: /.*/,
  // A server action's arguments hold what was typed, card digits included.
  logging: { serverFunctions: false },
  experimental: { globalNotFound: true },
  // Pages have one address. What a program asks on this machine, such as a health check, is answered in place.
  async rewrites() {
    const has = [{ type: "host", value: "127\\.0\\.0\\.1" }];
    return {
      beforeFiles: [
        { source: "/:path((?!api/)[^/]+)*", has, destination: "/api/localhost/:path*" },
        { source: "/favicon.ico", destination: "/brand/favicon.ico" },
      ],
    };
  },
  async redirects() {
    const spoken = LANGUAGES.join("|");
    return [
      // A promoter's page may be in a language that the shop does not speak.
      { source: `/:locale((?!${spoken})\\w\\w)/embed/:path*`, destination: "/en/embed/:path*", permanent: false },
      // The address that a poster shows, for whoever types it.
      {
        source: `/:locale(${spoken})/:eventId([1-9]\\d{0,14})`,
        destination: "/:locale/events/:eventId?utm_medium=poster",
        permanent: false,
      },
    ];
  },
  async headers() {
    return [
      { source: "/:path*", headers: HEADERS },
      {
        source: "/:path((?!\\w\\w/embed/).*)",
        headers: NEVER_FRAMED,
      },
      { source: "/api/:path*", headers: DATA_ONLY },
      { source: "/:locale/embed/:path*", headers: FRAMED },
      { source: "/embed.js", headers: elements("3600") },
      { source: "/embed@:version.js", headers: elements("31536000, immutable") },
      ...PRIVATE_ROUTES.map((source) => ({ source, headers: PRIVATE })),
    ];
  },
};

export default createNextIntlPlugin("./i18n/request.ts")(config);
