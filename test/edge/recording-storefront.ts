import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
};

/** The link of an order opens what it names. */
export const ORDER_LINK = "/en/sales/the-links-secret";
/** An answer that ends before its length. */
export const CUT_PATH = `${ORDER_LINK}/pdf?cut`;
/** A request whose connection is closed without an answer. */
export const DROPPED_PATH = "/en/cart?dropped";
/** A request that is never answered. */
export const SILENT_PATH = "/en/cart?silent";
/** Posts to it name an action that this build does not have. */
export const UNKNOWN_ACTION_PATH = "/de/checkout?step=1";
/** A storefront's own answer while its ticketing service is down. */
export const REFUSED_PATH = "/en/cart?refused";

const PUBLIC = { "Cache-Control": "s-maxage=60, stale-while-revalidate", "Content-Type": "text/html; charset=utf-8" };
const PRIVATE = { "Cache-Control": "private, no-store", "Content-Type": "text/html; charset=utf-8" };
const IMMUTABLE = { "Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "text/javascript" };

/** The headers of the answers that differ from a public page. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/en/cart": PRIVATE,
  "/en/checkout/pay": { ...PRIVATE, Location: ORDER_LINK, "X-Action-Redirect": `${ORDER_LINK};push` },
  "/en/events/2": { ...PUBLIC, "Set-Cookie": "visit=1; Path=/" },
  "/en/events/3": { ...PRIVATE, "Content-Security-Policy": "script-src 'nonce-abc'" },
  "/en/events/4": { ...PUBLIC, "Content-Security-Policy": `script-src ${"'sha256-0123456789' ".repeat(600)}` },
  "/api/ready": { "Cache-Control": "no-store" },
};

/**
 * Starts a server in place of a storefront. It answers with the caching headers of one, records every request, and numbers its
 * answers, so that a stored answer is recognised by its number.
 */
export async function startRecordingStorefront({ port = 0, files = [] as readonly string[] } = {}) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    // A body that is too long is cut off.
    await new Promise((resolve) => request.on("error", resolve).on("close", resolve));
    received.push({ method, path, headers, bytes });
    const isFile = path.startsWith("/_next/static/");
    if (isFile && !files.includes(path)) return void response.writeHead(404, PRIVATE).end("missing");
    if (path === DROPPED_PATH) return void response.destroy();
    if (path === SILENT_PATH) return;
    if (path === REFUSED_PATH) return void response.writeHead(503, PRIVATE).end("the storefront's own words");
    if (path === UNKNOWN_ACTION_PATH)
      return void response.writeHead(409, { ...PRIVATE, "X-Nextjs-Action-Not-Found": "1" }).end("unavailable");
    if (path === CUT_PATH)
      return void response.writeHead(200, { "Content-Length": 1_000 }).write("half", () => response.destroy());
    response.writeHead(200, isFile ? IMMUTABLE : (ANSWERS[path] ?? PUBLIC)).end(`answer ${received.length}`);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const listens = (server.address() as AddressInfo).port;
  return {
    port: listens,
    received,
    last: (path: string) => received.findLast((one) => one.path === path),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
