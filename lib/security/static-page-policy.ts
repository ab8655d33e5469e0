import { createHash } from "node:crypto";
import { EMBED_TAG } from "#lib/security/routes.ts";

/** The framework passes its data to the browser in such a script. Only JSON is allowed in it. */
const DATA = /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((\[[\s\S]*\])\)$/;

/** The framework lists the files of a page in such a script. Only JSON is allowed in it. */
const CHUNKS = /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((\{[\s\S]*\})\);\s*$/;

/** React reveals a streamed part of a page by such a call, which may follow the function that it calls. */
const REVEALS = /\$RC\("B:[\da-f]+","S:[\da-f]+"\)$/;

/** Hashes of React's own scripts in front of that call. A test finds them in the installed release. */
const REACT = new Set([
  "'sha256-ejxEGil7Q2jnFo9T1EMjhzsRoWDTVn8tRpUYd4XCJkY='",
  "'sha256-7mu4H06fwDCjmnxxr/xNHyuQC6pLTHr4M2E4jXw5WZs='",
]);

/**
 * Hashes of our own inline scripts: one compares the reader's clock with the venue's (`components/calendar/elsewhere.tsx`), one starts
 * the others (`lib/page-cache/late-scripts.ts`).
 */
const OWN = new Set([
  "'sha256-MVnBQqFH9zsRSoKj7tISVKt7xqGgw1ifDIkG2ZpaSFc='",
  "'sha256-dg6MLCDyuhYmv0pTo09fgI+sUPN3kpIjGZHbejFePGU='",
]);

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const NONCE = /<[a-z]+\b[^>]*\snonce="/;
const DATA_BLOCK = /type="application\/(?:ld\+)?json"/;

/** Returns the policy of one static page: the framework's inline scripts and our own are allowed by their hashes. */
export function staticPagePolicy(html: string, framers: readonly string[] = []): string {
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(INLINE_SCRIPT)) {
    const hash = hashOf(script);
    if (DATA_BLOCK.test(attributes) || !(OWN.has(hash) || isOfFramework(script))) continue;
    hashes.add(hash);
  }
  return pagePolicy([...hashes].join(" "), framers);
}

/**
 * Returns the origins that may frame a page: for an embed those of EMBED_ORIGINS and of the account's sites, and our preview,
 * otherwise none.
 */
export function framersOf(tags: readonly string[], origins: readonly string[]): readonly string[] {
  return tags.includes(EMBED_TAG) ? [...new Set(["'self'", ...origins])] : [];
}

/** Returns whether a page has a nonce. Such a page was rendered for one request and must not be cached. */
export function hasNonce(html: string): boolean {
  return NONCE.test(html);
}

function isOfFramework(script: string): boolean {
  const json = (DATA.exec(script) ?? CHUNKS.exec(script))?.[1];
  if (json !== undefined) return isJson(json);
  const runtime = script.replace(REVEALS, "");
  return (runtime === "" && script !== "") || REACT.has(hashOf(runtime));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/**
 * Returns the Content-Security-Policy of a page. `allowed` lists hashes or a nonce for its inline scripts. Only the
 * origins in `framers` may frame the page.
 */
export function pagePolicy(allowed: string, framers: readonly string[] = []): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${allowed}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Only the order page registers the worker. But it is reached from other pages without a new document, so every page must allow it.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers.join(" ") || "'none'"}`,
  ].join("; ");
}
