import { fileURLToPath } from "node:url";
import createNextIntlPlugin from "next-intl/plugin";
import { sourceOf } from "./lib/security/route-patterns.ts";
import { FEED, ID, OUTSIDE_LANGUAGES, PARAMETERS, REDIRECTS, ROUTES } from "./lib/security/routes.ts";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Where several sources match a path, the last one applies. It also replaces the policy that a route handler sets. */
const policy = (value) => [{ key: "Content-Security-Policy", value }];

/**
 * Scripts are allowed by each page's own policy, which repeats these rules: by hash on static pages
 * (lib/security/static-page-policy.ts), by nonce on others (lib/security/requests/per-request.ts).
 */
const POLICY = "object-src 'none'; base-uri 'none'; form-action 'self'";

/** Nothing in data may run, load or be framed. */
const DATA = policy("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

/** A picture that is opened in its own tab is a document of the shop's origin, and an SVG may contain scripts. */
const PICTURE = policy("default-src 'none'; sandbox");

/** An SVG with inline styles. */
const DRAWING = policy("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/** Only embeds may be framed. */
const NEVER_FRAMED = policy(`${POLICY}; frame-ancestors 'none'`);

/** A page that is rendered for each request has its own policy already: the server tells Next about it in this header. */
const WITHOUT_OWN_POLICY = [{ type: "header", key: "content-security-policy" }];

/**
 * The page cache adds a policy with the origins that may frame an embed. Both policies apply, so this one has no
 * `frame-ancestors`. A page with cross-origin isolation may frame an embed too, since an embed loads nothing from other
 * origins.
 */
const FRAMED = [
  ...policy(POLICY),
  { key: "Cross-Origin-Embedder-Policy", value: "require-corp" },
  { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
];

/** A promoter's page has another origin, and may verify these scripts by a hash. */
const elements = (age) => [
  { key: "Access-Control-Allow-Origin", value: "*" },
  { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
  { key: "Cache-Control", value: `public, max-age=${age}` },
];

/** The worker may only fetch, and only from its own origin. Browsers check for a new version at each visit. */
const WORKER = [
  ...policy("default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
  { key: "Cache-Control", value: "no-cache" },
];

/** Responses that no cache may store and no other origin may load, and whose URL is not sent as a referrer. */
const PRIVATE = [
  { key: "Cache-Control", value: "private, no-store" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Referrer-Policy", value: "same-origin" },
  // Of two such headers the configured one is sent, and a test system sends this one with every answer.
  { key: "X-Robots-Tag", value: "noindex, nofollow" },
];

const HEADERS = [
  [ROUTES.data, DATA],
  [ROUTES.pictures, PICTURE],
  [ROUTES.drawings, DRAWING],
  [ROUTES.embeds, FRAMED],
  [ROUTES.worker, WORKER],
  [ROUTES.element, elements("3600")],
  [ROUTES.elementOfVersion, elements("31536000, immutable")],
  [[...ROUTES.private, ...ROUTES.ended], PRIVATE],
];

/** Loaded only when the settings name a collector. Next itself requires the first by name. */
const TRACING = [
  "@opentelemetry/api",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
];

/**
 * Leads the feeds of a group or a venue, which are named by a query, to addresses of their own, so that each is made once for all
 * readers. Any other group or venue has none.
 */
function feedsOf() {
  const query = (key) => ({ type: "query", key });
  const id = (key) => ({ ...query(key), value: `(?<${key}>${ID})` });
  const to = (scope, conditions) => ({
    source: FEED,
    destination: `/:locale/feeds/${scope}/:file`,
    ...conditions,
  });
  return [
    to("group-:group-venue-:venue", { has: [id("group"), id("venue")] }),
    to("group-:group", { has: [id("group")], missing: [query("venue")] }),
    to("venue-:venue", { has: [id("venue")], missing: [query("group")] }),
    to("none", { has: [query("group")] }),
    to("none", { has: [query("venue")] }),
  ];
}

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // `npm run check` and `npm test` do. Here it would be a third of a build's processor time.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: at(".") },
  // subset-font locates its binaries relative to its own file. passkit-generator has two builds, and a bundle would mix them.
  // prom-client loads Node's modules by name.
  serverExternalPackages: ["subset-font", "harfbuzzjs", "passkit-generator", "prom-client", ...TRACING],
  cacheHandler: at("./lib/page-cache/page-cache.ts"),
  cacheMaxMemorySize: 0,
  // A static page in demand is rendered again in the background after its `revalidate` of 40 s. One that is older than this is
  // rendered before it is sent. Its lists may be ten seconds older, so that nothing is older than a minute.
  expireTime: 50,
  // Sends description, referrer policy and links of the metadata in the first chunk to everyone. By default, Next streams them later
  // except to some robots. The title is no metadata: app/page-title.tsx.
  htmlLimitedBots: /.*/,
  // A server action's arguments contain what was typed, card digits included.
  logging: { serverFunctions: false },
  experimental: { globalNotFound: true },
  async redirects() {
    return REDIRECTS.map((redirect) => ({ ...redirect, source: sourceOf(redirect.source) }));
  },
  async rewrites() {
    const known = [PARAMETERS.locale, ...OUTSIDE_LANGUAGES].join("|");
    // A URL without a language gets the English not-found page.
    return {
      beforeFiles: feedsOf(),
      afterFiles: [{ source: `/:first((?!(?:${known})(?:/|$))[^/]+)/:path*`, destination: "/en/not-found" }],
    };
  },
  async headers() {
    return [
      {
        source: "/:path((?!\\w\\w/embed/).*)",
        headers: NEVER_FRAMED,
        missing: WITHOUT_OWN_POLICY,
      },
      { source: "/:path((?!\\w\\w/embed/).*)", headers: [{ key: "X-Frame-Options", value: "DENY" }] },
      ...HEADERS.flatMap(([sources, headers]) => sources.map((source) => ({ source, headers }))),
    ];
  },
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(config);
