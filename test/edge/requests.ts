import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { RequestOptions, request } from "node:https";
import { fromRoot } from "#tools/lib/paths.ts";

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
const ADDRESSES = [
  "/",
  "/en",
  "/en/events/7",
  "/en/checkout/pay",
  "/reserve",
  "/api/quote",
  "/_next/static/chunks/a.js",
];

/** Requests of every kind for every kind of address. */
export const REQUESTS = ADDRESSES.flatMap((path) =>
  SUBMISSIONS.map(([options, body]) => ({
    what: `${options.method} ${path} ${JSON.stringify(options.headers)}`,
    // Not the address of a page that an edge has stored.
    path: `${path}?never-stored`,
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
  for (const tag of LANGUAGES)
    for (const way of [`lang="${tag}"`, `href="/${tag}/checkout/pay/checking"`, `href="/${tag}/find-tickets"`])
      assert.ok(body.includes(way), `${what}: ${way}`);
}
