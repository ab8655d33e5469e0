import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Rule } from "./around-requests.ts";

/** The page cache names the version of a stored page by this header, which is never sent. */
export const VERSION_HEADER = "x-foyer-page-version";

const MEMORY_BYTES = 32 * 1024 * 1024;

const kept = new Map<string, Buffer>();
let keptBytes = 0;

/**
 * A stored page is the same for everyone: hashing and compressing it for each visitor would cost more than the rest of
 * serving it. Its version is its ETag, and its compressed bytes are kept by it. The framework's compressor passes them
 * through.
 */
export const compressedPages: Rule = {
  status(status, { response }) {
    // Answers to the router are not text, and come from the same entry.
    response.removeHeader(VERSION_HEADER);
    return status;
  },
  body(page, { request, response }) {
    const version = response.getHeader(VERSION_HEADER);
    if (typeof version !== "string") return undefined;
    response.removeHeader(VERSION_HEADER);
    if (!String(response.getHeader("Content-Type")).startsWith("text/html") || response.statusCode !== 200)
      return undefined;
    const tag = `"${version}"`;
    response.setHeader("ETag", tag);
    if (hasVersion(request, tag)) {
      response.statusCode = 304;
      response.removeHeader("Content-Type");
      response.removeHeader("Content-Length");
      return "none";
    }
    return takesGzip(request) && !response.hasHeader("Content-Encoding")
      ? compressed(page, version, response)
      : undefined;
  },
};

/** Returns whether the sender has this version already, and does not ask for the page regardless. */
function hasVersion({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers["if-none-match"];
  if (known === undefined || /(?:^|,)\s*no-cache\s*(?:,|$)/.test(String(headers["cache-control"] ?? ""))) return false;
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /(?:^|[,\s])gzip(?!\s*;\s*q=0)/.test(String(headers["accept-encoding"] ?? ""));
}

function compressed(page: string, version: string, response: ServerResponse): Buffer {
  const known = kept.get(version);
  kept.delete(version);
  const bytes = known ?? gzipSync(page);
  kept.set(version, bytes);
  if (known === undefined) forgetBeyondMemory(bytes.length);
  response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Content-Length", bytes.length);
  return bytes;
}

function forgetBeyondMemory(added: number): void {
  keptBytes += added;
  for (const [version, bytes] of kept) {
    if (keptBytes <= MEMORY_BYTES) return;
    kept.delete(version);
    keptBytes -= bytes.length;
  }
}
