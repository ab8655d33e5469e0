import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import { count } from "#lib/metrics/measure.ts";
import type { Rule } from "./around-requests.ts";
import { isFreshEntry } from "./fresh-pages.ts";
import { type KeptPage, KeptPages } from "./kept-pages.ts";
import { plainPath } from "./plain-requests.ts";

/** The page cache names the version of a stored page, and the entry in which it is, by headers that are never sent. */
export const VERSION_HEADER = "x-foyer-page-version";
export const ENTRY_HEADER = "x-foyer-page-entry";

/** Of the pages of one encoding. */
const MEMORY_BYTES = 16 * 1024 * 1024;

/** Takes as long as gzip. From 9 on, pages are a little smaller and take ten times as long. */
const BROTLI_QUALITY = 6;

const kept = { br: new KeptPages(MEMORY_BYTES), gzip: new KeptPages(MEMORY_BYTES) };

type Encoding = keyof typeof kept;

/** Paths of the plain requests that the framework answers. */
const plainPaths = new WeakMap<IncomingMessage, string>();

/** Stored pages that are about to be sent, with their entries. */
const sending = new WeakMap<ServerResponse, Sending>();

type Sending = { readonly page: KeptPage; readonly encoding: Encoding; readonly entry: string };

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
    const encoding = encodingFor(request);
    if (path === undefined || encoding === undefined) return false;
    plainPaths.set(request, path);
    const page = kept[encoding].at(path);
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
    const encoding = encodingFor(request);
    if (encoding === undefined || response.hasHeader("Content-Encoding")) return undefined;
    const page = compressed(text, version, encoding);
    response.setHeader("Content-Encoding", encoding);
    response.setHeader("Content-Length", page.bytes.length);
    if (typeof entry === "string") sending.set(response, { page, encoding, entry });
    return page.bytes;
  },
};

/**
 * Keeps what the framework has answered, whose headers are complete with the status. A path that the framework changes, such as
 * one with escaped letters, is not kept: there is one path for each page. A stale page is the framework's, which renders it again.
 */
function keepAnswer(
  response: ServerResponse,
  { path, page, encoding, entry }: Sending & { readonly path: string },
): void {
  if (!entry.endsWith(`$${path}`) || response.getHeader("x-nextjs-cache") !== "HIT") return;
  if (response.hasHeader("Set-Cookie") || response.getHeader("Content-Length") !== page.bytes.length) return;
  kept[encoding].keep({ ...page, answer: { path, entry, headers: without(response.getHeaders(), OF_CONNECTION) } });
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

/** Returns the encoding that makes a page smallest, of those that the sender takes. */
function encodingFor({ headers }: IncomingMessage): Encoding | undefined {
  const accepted = String(headers["accept-encoding"] ?? "");
  return (["br", "gzip"] as const).find((encoding) => isAccepted(accepted, encoding));
}

function isAccepted(accepted: string, encoding: Encoding): boolean {
  return accepted.split(",").some((one) => {
    const [name = "", weight = ""] = one.split(";");
    return name.trim() === encoding && !/^\s*q=0(?:\.0*)?\s*$/.test(weight);
  });
}

function compressed(text: string, version: string, encoding: Encoding): KeptPage {
  const known = kept[encoding].get(version);
  if (known !== undefined) return known;
  const page: KeptPage = { version, bytes: encoding === "br" ? brotli(text) : gzipSync(text), answer: undefined };
  kept[encoding].keep(page);
  return page;
}

function brotli(text: string): Buffer {
  return brotliCompressSync(text, {
    params: { [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT, [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
}
