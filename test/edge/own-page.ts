import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { fromRoot } from "#tools/lib/paths.ts";
import type { Answer } from "./requests.ts";

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
