import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { count } from "#lib/metrics/measure.ts";
import type { Rule } from "./around-requests.ts";
import { isFreshEntry } from "./fresh-pages.ts";
import { type KeptPage, KeptPages } from "./kept-pages.ts";
import { plainPath } from "./plain-requests.ts";

/** The page cache names the version of a stored page, and the entry in which it is, by headers that are never sent. */
export const VERSION_HEADER = "x-foyer-page-version";
export const ENTRY_HEADER = "x-foyer-page-entry";

const MEMORY_BYTES = 32 * 1024 * 1024;

const kept = new KeptPages(MEMORY_BYTES);

/** Paths of the plain requests that the framework answers. */
const plainPaths = new WeakMap<IncomingMessage, string>();

/** Stored pages that are about to be sent, with their entries. */
const sending = new WeakMap<ServerResponse, { readonly page: KeptPage; readonly entry: string }>();

/** Headers of a connection, not of a page. */
const OF_CONNECTION: readonly string[] = ["date", "connection", "keep-alive"];

/** Headers of a body. */
const OF_BODY: readonly string[] = ["content-type", "content-length", "content-encoding"];

/**
 * A stored page is the same for everyone: hashing and compressing it for each visitor would cost more than the rest of
 * serving it. Its version is its ETag, and its compressed bytes are kept by it. The framework's compressor passes them
 * through. Once the framework has answered a path with a stored page, its answer is repeated without it for as long as the page
 * cache has that entry and it is fresh.
 */
export const compressedPages: Rule = {
  answer({ request, response }) {
    const path = plainPath(request);
    if (path === undefined || !takesGzip(request)) return false;
    plainPaths.set(request, path);
    const page = kept.at(path);
    if (page?.answer === undefined || !isFreshEntry(page.answer.entry)) return false;
    count("foyer_storefront_page_cache_total", { result: "direct" });
    const { headers } = page.answer;
    if (hasVersion(request, page.version)) response.writeHead(304, without(headers, OF_BODY)).end();
    else response.writeHead(200, headers).end(page.bytes);
    return true;
  },
  status(status, { request, response }) {
    // Answers to the router are not text, and come from the same entry.
    for (const name of [VERSION_HEADER, ENTRY_HEADER]) response.removeHeader(name);
    const path = plainPaths.get(request);
    const sent = sending.get(response);
    if (path !== undefined && sent !== undefined && status === 200) keepAnswer(response, { path, ...sent });
    return status;
  },
  body(text, { request, response }) {
    const version = response.getHeader(VERSION_HEADER);
    if (typeof version !== "string") return undefined;
    const entry = response.getHeader(ENTRY_HEADER);
    for (const name of [VERSION_HEADER, ENTRY_HEADER]) response.removeHeader(name);
    if (!String(response.getHeader("Content-Type")).startsWith("text/html") || response.statusCode !== 200)
      return undefined;
    response.setHeader("ETag", `"${version}"`);
    if (hasVersion(request, version)) {
      response.statusCode = 304;
      response.removeHeader("Content-Type");
      response.removeHeader("Content-Length");
      return "none";
    }
    if (!takesGzip(request) || response.hasHeader("Content-Encoding")) return undefined;
    const page = compressed(text, version);
    response.setHeader("Content-Encoding", "gzip");
    response.setHeader("Content-Length", page.bytes.length);
    if (typeof entry === "string") sending.set(response, { page, entry });
    return page.bytes;
  },
};

/**
 * Keeps what the framework has answered, whose headers are complete with the status. A path that the framework changes, such as
 * one with escaped letters, is not kept: there is one path for each page. A stale page is the framework's, which renders it again.
 */
function keepAnswer(
  response: ServerResponse,
  { path, page, entry }: { readonly path: string; readonly page: KeptPage; readonly entry: string },
): void {
  if (!entry.endsWith(`$${path}`) || response.getHeader("x-nextjs-cache") !== "HIT") return;
  if (response.hasHeader("Set-Cookie") || response.getHeader("Content-Length") !== page.bytes.length) return;
  kept.keep({ ...page, answer: { path, entry, headers: without(response.getHeaders(), OF_CONNECTION) } });
}

function without(headers: OutgoingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Returns whether the sender has this version already, and does not ask for the page regardless. */
function hasVersion({ headers }: IncomingMessage, version: string): boolean {
  const known = headers["if-none-match"];
  if (known === undefined || /(?:^|,)\s*no-cache\s*(?:,|$)/.test(String(headers["cache-control"] ?? ""))) return false;
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === `"${version}"`);
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /(?:^|[,\s])gzip(?!\s*;\s*q=0)/.test(String(headers["accept-encoding"] ?? ""));
}

function compressed(text: string, version: string): KeptPage {
  const known = kept.get(version);
  if (known !== undefined) return known;
  const page: KeptPage = { version, bytes: gzipSync(text), answer: undefined };
  kept.keep(page);
  return page;
}
