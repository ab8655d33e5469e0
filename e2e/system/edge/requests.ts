import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { RequestOptions, request } from "node:https";
import type { AddressInfo } from "node:net";
import { fromRoot } from "#scripts/lib/files.ts";

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

/** Headers with which a caller would steer the framework or pass as a proxy. */
export const FORGED = {
  "x-middleware-subrequest": "proxy:proxy",
  "x-middleware-prefetch": "1",
  "x-middleware-rewrite": "/en/promoter",
  "x-middleware-redirect": "/en/promoter",
  "x-middleware-set-cookie": "a=b",
  "x-middleware-skip": "1",
  "x-middleware-override-headers": "cookie",
  "x-middleware-next": "1",
  "x-now-route-matches": "1",
  "x-matched-path": "/en/promoter",
  "x-nextjs-data": "1",
  "x-next-resume-state-length": "1",
  "next-resume": "1",
  "x-invoke-path": "/en/promoter",
  "x-invoke-status": "404",
  "content-security-policy": "script-src 'nonce-forged'",
  "content-security-policy-report-only": "script-src 'nonce-forged'",
  forwarded: "for=203.0.113.9",
  "x-forwarded-port": "1",
};

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const MULTIPART = { "content-type": "multipart/form-data; boundary=edge" };
const ACTION = { "next-action": "7f3a", accept: "text/x-component" };
const FORM_BODY = Buffer.from("name=Ada&locale=en");
const MULTIPART_BODY = Buffer.from('--edge\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--edge--\r\n');
/** What browsers and scripts send. */
const SUBMISSIONS: readonly (readonly [RequestOptions & { readonly method: string }, body?: Buffer])[] = [
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => [{ method }] as const),
  // Of the page that is asked for, as it would be revalidated or continued.
  [{ method: "GET", headers: { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT", range: "bytes=0-9" } }],
  [{ method: "POST", headers: FORM }, FORM_BODY],
  [{ method: "POST", headers: MULTIPART }, MULTIPART_BODY],
  [{ method: "POST", headers: { ...MULTIPART, ...ACTION } }, MULTIPART_BODY],
  [{ method: "POST", headers: { "content-type": "text/plain;charset=UTF-8", ...ACTION } }, Buffer.from("[]")],
];
/** Of the pages that an edge stores, those that no other test asks for: there is no copy of them. */
const ADDRESSES = [
  "/",
  "/de",
  "/en/events/70",
  "/en/checkout/pay",
  "/reserve",
  "/api/quote",
  "/_next/static/chunks/a.js",
];

/** Requests of every kind for every kind of address. */
export const REQUESTS = ADDRESSES.flatMap((path) =>
  SUBMISSIONS.map(([options, body]) => ({
    what: `${options.method} ${path} ${JSON.stringify(options.headers)}`,
    path,
    options,
    body,
  })),
);

export function answered(sent: ReturnType<typeof request>, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.on("error", reject).on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.end(body);
  });
}

const LANGUAGES = readdirSync(fromRoot("messages")).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? []);

/** Addresses, and the languages in which the page is shown for them. */
export const LANGUAGE_OF: readonly (readonly [address: string, tag: string | undefined])[] = [
  ...LANGUAGES.flatMap((tag) => [`/${tag}`, `/${tag}?a=b`, `/${tag}/cart`].map((path) => [path, tag] as const)),
  ["/english", undefined],
  ["/reserve?page=/en/cart", undefined],
];

/** The languages in which the page has words. In another one it shows those of every language. */
const LANGUAGES_OF_PAGE = ["ar", "de", "en", "es", "fr"];

/** Asserts that it is the edge's own page, with the headers of one. */
export function assertUnavailable({ status, headers, body }: Answer, what: string): void {
  assert.equal(status, 502, what);
  assert.match(String(headers["content-type"]), /^text\/html/, what);
  assert.equal(headers["cache-control"], "no-store", what);
  assert.equal(headers["retry-after"], "10", what);
  assert.equal(headers["strict-transport-security"], "max-age=31536000", what);
  assert.equal(headers["x-content-type-options"], "nosniff", what);
  if (what.startsWith("HEAD ")) return;
  assert.match(body, /We’ll be back in a moment.*Your payment may have been made\. Don’t pay again\./s, what);
  assert.match(body, /href="mailto:help@playhouse\.example"/, what);
  for (const tag of LANGUAGES_OF_PAGE)
    for (const way of [`lang="${tag}"`, `href="/${tag}/checkout/pay/checking"`, `href="/${tag}/find-tickets"`])
      assert.ok(body.includes(way), `${what}: ${way}`);
}

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly body: string;
};

/** The link of an order opens what it names. */
export const ORDER_LINK = "/en/sales/the-links-secret";
/** Headers with which a browser names the page that it shows. */
export const OF_ORDER_PAGE = {
  referer: `https://localhost${ORDER_LINK}`,
  "next-url": ORDER_LINK,
  "next-router-state-tree": encodeURIComponent(JSON.stringify(["", { children: [ORDER_LINK, {}] }])),
};
/** Addresses in which such a link stands somewhere else, and one with a sealed link alone. */
export const LINKED_ADDRESSES: readonly string[] = [
  `/en/promoter/sign-in?next=${ORDER_LINK}/pdf`,
  `/en?from=${encodeURIComponent(ORDER_LINK)}`,
  `/en?from=${encodeURIComponent(encodeURIComponent(ORDER_LINK))}`,
  `/${ORDER_LINK}`,
  `//evil.example${ORDER_LINK}`,
  ORDER_LINK.toUpperCase(),
  ORDER_LINK.replace("/en/", "/en//"),
  "/en/nope/waiting-list/the-links-secret?a=b",
  "/en/promoter/sign-in/invitation/the-links-secret",
  "/en/partner/the-links-secret?a=b",
  "/en?from=https://ada:the-password@localhost/",
  `/en/cart?read=${"sealedlink".repeat(6)}.x.y`,
];
/** An answer that ends before its length. */
export const CUT_PATH = `${ORDER_LINK}/pdf?cut`;
/** A request whose connection is closed without an answer. */
export const DROPPED_PATH = "/en/cart?dropped";
/** A request that is never answered. */
export const SILENT_PATH = "/en/cart?silent";
/** Posts to it name an action that this build does not have. */
export const UNKNOWN_ACTION_PATH = "/de/checkout?step=1";
/** An address without a page. */
export const MISSING_PATH = "/en/events/404";
/** A storefront's own answer while its ticketing service is down. */
export const REFUSED_PATH = "/en/cart?refused";

/** As the page cache sends it. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";
const VARY = "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding";
const PUBLIC = { "Cache-Control": CACHE_CONTROL, "Content-Type": "text/html; charset=utf-8", Vary: VARY };
const PRIVATE = { "Cache-Control": "private, no-store", "Content-Type": "text/html; charset=utf-8" };
/** What a page of a promoter's says of where its visitors come from, and where they may come back to. */
export const SOURCE = "ref=dj-kim&utm_source=a%26b&embed=longlight.example&gclid=Cj0K&return=3%3A%2Fthanks%2Fyou";
/** The page of an embed. */
export const EMBED_ADDRESSES = ["/en/embed/events/15", `/en/embed/events/15?${SOURCE}`];
/** Its policy, with the site that may frame it. */
export const EMBED_POLICY = "default-src 'self'; frame-ancestors 'self' https://longlight.example";
/** Of the files that pages of other origins load. */
export const SCRIPT_HEADERS = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
};
const IMMUTABLE = { "Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "text/javascript" };

/** The headers of the answers that differ from a public page. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/en/cart": { ...PRIVATE, "X-Robots-Tag": "noindex, nofollow" },
  "/en/checkout/pay": { ...PRIVATE, Location: ORDER_LINK, "X-Action-Redirect": `${ORDER_LINK};push` },
  "/en/events/2": { ...PUBLIC, "Set-Cookie": "visit=1; Path=/" },
  "/en/events/3": { ...PRIVATE, "Content-Security-Policy": "script-src 'nonce-abc'" },
  "/en/events/4": { ...PUBLIC, "Content-Security-Policy": `script-src ${"'sha256-0123456789' ".repeat(600)}` },
  ...Object.fromEntries(
    EMBED_ADDRESSES.map((address) => [address, { ...PUBLIC, "Content-Security-Policy": EMBED_POLICY }]),
  ),
  "/embed.js": SCRIPT_HEADERS,
  "/embed@1.0.0.js": SCRIPT_HEADERS,
  "/embed@1.2.0.js": SCRIPT_HEADERS,
  "/api/health": { "Cache-Control": "no-store" },
};

/**
 * Starts a server in place of a storefront whose ticketing service is down: it serves pages, and is not ready to sell. It answers with
 * the caching headers of a storefront, records every request, and numbers its answers, so that a stored answer is recognised by its
 * number.
 */
export async function startRecordingStorefront({ port = 0, files = [] as readonly string[] } = {}) {
  const received: Received[] = [];
  const begun = new Set<string>();
  let isStopping = false;
  let isHanging = false;
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => {
      begun.add(path);
      chunks.push(chunk);
    });
    // A body that is too long is cut off.
    await new Promise((resolve) => request.on("error", resolve).on("close", resolve));
    const body = Buffer.concat(chunks);
    received.push({ method, path, headers, bytes: body.length, body: body.toString() });
    if (isHanging) return;
    if (path === "/api/ready" || (path === "/api/health" && isStopping))
      return void response.writeHead(503, { "Cache-Control": "no-store" }).end();
    const isFile = path.startsWith("/_next/static/");
    if (isFile && !files.includes(path)) return void response.writeHead(404, PRIVATE).end("missing");
    if (path === DROPPED_PATH) return void response.destroy();
    if (path === SILENT_PATH) return;
    if (path === REFUSED_PATH) return void response.writeHead(503, PRIVATE).end("the storefront's own words");
    if (path === UNKNOWN_ACTION_PATH)
      return void response.writeHead(409, { ...PRIVATE, "X-Nextjs-Action-Not-Found": "1" }).end("unavailable");
    if (path === CUT_PATH)
      return void response.writeHead(200, { "Content-Length": 1_000 }).write("half", () => response.destroy());
    if (path === MISSING_PATH) return void response.writeHead(404, PUBLIC).end("not found");
    response.writeHead(200, isFile ? IMMUTABLE : (ANSWERS[path] ?? PUBLIC)).end(`answer ${received.length}`);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const listens = (server.address() as AddressInfo).port;
  return {
    port: listens,
    received,
    /** Returns whether a piece of the body of such a request has arrived. */
    hasBegun: (path: string) => begun.has(path),
    last: (path: string) => received.findLast((one) => one.path === path),
    /** Says from now on that it is about to stop, or no longer. */
    announceStop(announced: boolean): void {
      isStopping = announced;
    },
    /** Answers nothing from now on. */
    hang(): void {
      isHanging = true;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
