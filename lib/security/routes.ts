import { LOCALES } from "#lib/i18n/languages.ts";

/**
 * What must be known of addresses by name, in the syntax of `source` in next.config.js. Any other page needs no row: what can be at an
 * address follows from the folders of `app` (`readAddresses`), and a promoter's page joins by its folder. The edges in `deploy` have
 * rules of their own, since an installation may use another edge: what they limit, cache and keep out of their logs.
 */

/** The id of an event or a group. */
export const ID = "[1-9]\\d{0,14}";

/** A sign or a space as it is sent. A sealed text has none at its end. */
const SENT_SIGN = "%(?:[2-7][\\da-fA-F]|[cC]2%[aA]0|[eE]2%80%[\\da-fA-F]{2})";

const LANGUAGES = LOCALES.join("|");

/** What the parameters of paths may be. Every other parameter may be any text. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  locale: LANGUAGES,
  /** A language that the shop does not have. */
  foreign: `(?!(?i:${LANGUAGES})/)[A-Za-z]{2}`,
  eventId: ID,
  groupId: ID,
  scope: `(?:group|venue)-${ID}(?:-venue-${ID})?`,
  month: "\\d{4}-(?:0[1-9]|1[0-2])",
  link: `(?![^/]*${SENT_SIGN}(?:/|$))[^/]*[\\w-]`,
  "...nextauth": "[a-z]+(?:/[a-z]+)?",
};

/** Files of `app` that Next serves at an address of another name. */
export const SERVED_AS: Readonly<Record<string, string>> = {
  "page.tsx": "",
  "route.ts": "",
  "manifest.ts": "/manifest\\.webmanifest",
  "robots.ts": "/robots\\.txt",
  "opengraph-image.tsx": "/opengraph-image(?:-\\w+)?(?:/[^/]+)?",
};

/** Folders of addresses that are the same in every language. */
export const OUTSIDE_LANGUAGES = ["api", "brand", "pictures", "poster", "sitemaps", "_next", "\\.well-known"];

export const FEED = "/:locale/:file(events\\.json|events\\.ics)";
const LINE = "/:locale/events/:eventId/line";
const OF_EVENT = "/:locale/events/:eventId/:path*";
const PROMOTERS = "/:locale/promoter/:path*";

export const ROUTES = {
  /** Pages with data of one visitor: never cached, never indexed, with a nonce for each request. */
  private: [
    "/:locale/events/:eventId/tickets",
    "/:locale/events/:eventId/waiting-list",
    LINE,
    "/:locale/waiting-list/:path*",
    "/:locale/cart",
    "/:locale/checkout/:path*",
    "/:locale/sales/:path*",
    "/:locale/find-tickets/:path*",
    "/:locale/partner/:path*",
    PROMOTERS,
    "/:locale/hand-off",
    "/:locale/out-of-date",
  ],
  /** Answers for the address of an order, which no shared cache may store. */
  ended: ["/:locale/link-ended"],
  /** Pages that are rendered for each request, with a nonce, and contain no data of a visitor. */
  dynamic: ["/:locale/search", "/:locale/qr-test"],

  /** Data, not pages. */
  data: [
    "/api/:path*",
    "/brand.css",
    "/manifest.webmanifest",
    "/robots.txt",
    "/sitemap.xml",
    "/sitemaps/:chunk",
    "/.well-known/foyer-environment",
    "/.well-known/security.txt",
    FEED,
    "/:locale/feeds/:scope/:file",
    "/oembed",
    "/:locale/events/:eventId/reminder",
    "/:path*/opengraph-image:suffix(-\\w+)?/:id",
  ],
  pictures: ["/pictures/:path*"],
  /** SVG with inline styles: logo, icons and posters. */
  drawings: ["/brand/:file", "/poster/:file"],
  /** Only these may be framed. */
  embeds: ["/:locale/embed/:path*"],
  /** The worker of saved orders. */
  worker: ["/order-worker.js"],
  /** Scripts that a promoter's page loads: the newest, and one of a version, which never changes. */
  element: ["/embed.js"],
  elementOfVersion: ["/embed@:version.js"],

  /** Forms that reserve tickets for a visitor who may have none yet: of an event, of its tickets of one link, of a frame. */
  reserving: ["/:locale/events/:eventId", "/:locale/events/:eventId/tickets", "/reserve"],
  /** Other forms that give something to a visitor who may have no cookie yet: a place in a line, an offer, a session. */
  giving: [LINE, "/:locale/waiting-list/:link", "/:locale/promoter/sign-in"],

  /** Everybody in a line loads its page, and nobody begins to buy with it. */
  line: [LINE],
  /** A payment waits for the bank. */
  payment: ["/:locale/checkout/pay"],
  /** Never late for a visitor who has something to pay or has paid. */
  ofPurchase: ["/:locale/checkout/:step(pay|receipt|tickets)/:path*"],
  /** What waits for a place at work takes no turn from buyers. */
  promoters: [PROMOTERS],

  /** For one event: who is inside, of those in its line, comes first. */
  ofEvent: [OF_EVENT],
  /** What is at these the ticketing service, the calendar or a sealed link says: often nothing. */
  ofCatalogue: [
    OF_EVENT,
    "/:locale/groups/:groupId/:path*",
    "/:locale/:frame(embed)/events/:eventId/:path*",
    "/:locale/:frame(embed)/groups/:groupId/:path*",
    "/api/:call/:eventId/:path*",
  ],
  ofMonth: ["/:locale/calendar/:month/:path*"],
  ofLink: ["/:locale/:kind(sales|waiting-list|find-tickets|partner)/:link/:path*"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The short address of a poster, for typing. */
export const SHORT = {
  source: "/:locale/:eventId",
  destination: "/:locale/events/:eventId?utm_medium=poster",
  permanent: false,
};

export const REDIRECTS = [
  // A promoter's page may use such a language.
  { source: "/:foreign/embed/:path*", destination: "/en/embed/:path*", permanent: false },
  SHORT,
  // The kit of an event was there, and its address may be bookmarked.
  {
    source: "/:locale/promoter/embed-kit/:eventId",
    destination: "/:locale/promoter/share?for=event::eventId",
    permanent: true,
  },
  // Its first report, until there are others.
  { source: "/:locale/promoter/reports", destination: "/:locale/promoter/reports/sources", permanent: false },
];

/** What search engines leave out, in the syntax of robots.txt. */
export const NOT_CRAWLED = ["/api/", "/*/cart", "/*/checkout", "/*/sales/", "/*/promoter"];

/** Next tags a cached page with its layouts. The cache key does not identify an embed. */
export const EMBED_TAG = "_N_T_/(frame)/[locale]/embed/layout";
export const ENDED_TAG = "_N_T_/[locale]/(shop)/link-ended/page";
