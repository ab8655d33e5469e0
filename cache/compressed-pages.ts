import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/**
 * A static page is the same for everyone, and compressing it for each visitor costs more than the rest of serving it. A
 * compressed page is cached by its hash, and Next's compressor passes it through.
 */
const STATIC_PAGE = /^\/[a-z]{2}(?:\/events\/\d+)?\/?(?:\?.*)?$/;
const MEMORY_BYTES = 32 * 1024 * 1024;

const kept = new Map<string, Buffer>();
let keptBytes = 0;

/** Wraps the server: it handles every request before Next does. */
subscribe("http.server.request.start", (message) => {
  const { request, response } = Object(message);
  if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
  if (request.method === "GET" && STATIC_PAGE.test(request.url ?? "") && takesGzip(request))
    answerFromKept(request, response);
});

function takesGzip({ headers }: IncomingMessage): boolean {
  return /(?:^|[,\s])gzip(?!\s*;\s*q=0)/.test(String(headers["accept-encoding"] ?? ""));
}

/** A page is written whole in one call of `end`, where it is known. Next's own layers are outside of this one. */
function answerFromKept(request: IncomingMessage, response: ServerResponse): void {
  type End = (...parameters: unknown[]) => ServerResponse;
  const last: End = response.end.bind(response) as End;
  let first = last;
  let begun = false;

  const end: End = (payload, ...rest) => {
    if (begun) return last(payload, ...rest);
    begun = true;
    const page = typeof payload === "string" ? compressed(request, response, payload) : undefined;
    if (page === undefined) return first.call(response, payload, ...rest);
    response.setHeader("Content-Encoding", "gzip");
    response.setHeader("Content-Length", page.length);
    return first.call(response, page);
  };
  Object.defineProperty(response, "end", {
    configurable: true,
    get: () => end,
    set(layer: End) {
      first = layer;
    },
  });
}

/** Only a whole page with a hash that is not encoded yet. */
function compressed({ url = "" }: IncomingMessage, response: ServerResponse, page: string): Buffer | undefined {
  const hash = response.getHeader("ETag");
  const type = String(response.getHeader("Content-Type"));
  if (response.headersSent || response.statusCode !== 200 || typeof hash !== "string" || !type.startsWith("text/html"))
    return undefined;
  if (response.hasHeader("Content-Encoding")) return undefined;
  const key = `${hash} ${url.split("?", 1)[0]}`;
  const known = kept.get(key);
  kept.delete(key);
  const bytes = known ?? gzipSync(page);
  kept.set(key, bytes);
  if (known === undefined) forgetBeyondMemory(bytes.length);
  return bytes;
}

function forgetBeyondMemory(added: number): void {
  keptBytes += added;
  for (const [key, bytes] of kept) {
    if (keptBytes <= MEMORY_BYTES) return;
    kept.delete(key);
    keptBytes -= bytes.length;
  }
}
