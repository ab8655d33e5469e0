import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MOUNTS } from "#src/platform/http/json-request.ts";

const require = createRequire(import.meta.url);
const compress = promisify(gzip);

/** The renderer needs no inline style and no other origin. Its icons are data URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const FILES = {
  "swagger-ui.css": { type: "text/css", read: () => packageFile("swagger-ui.css") },
  "swagger-ui-bundle.js": { type: "text/javascript", read: () => packageFile("swagger-ui-bundle.js") },
  "docs.css": { type: "text/css", read: () => ownFile("docs-page.css") },
  "docs.js": { type: "text/javascript", read: () => ownFile("docs-page.js") },
} as const;

/** Mounts the rendered OpenAPI document, for readers without a credential. `document` is the one of `openapi.json`. */
export function mountDocs(app: FastifyInstance, document: object): void {
  const description = JSON.stringify(document);
  for (const mount of MOUNTS) {
    app.get(`${mount}/docs`, async (_request, reply) => {
      reply.header("content-security-policy", POLICY).header("referrer-policy", "no-referrer");
      return reply.type("text/html; charset=utf-8").send(pageAt(`${mount}/docs`));
    });
    // Requested as openapi.json: the suffix is removed before routing.
    app.get(`${mount}/docs/openapi`, async (request, reply) => {
      return sendCompressed(request, reply, "application/json", Buffer.from(description));
    });
    for (const [name, { type, read }] of Object.entries(FILES)) {
      app.get(`${mount}/docs/${name}`, async (request, reply) => sendCompressed(request, reply, type, await read()));
    }
  }
}

function packageFile(name: string): Promise<Buffer> {
  return readFile(require.resolve(`swagger-ui-dist/${name}`));
}

function ownFile(name: string): Promise<Buffer> {
  return readFile(new URL(name, import.meta.url));
}

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, type: string, bytes: Buffer) {
  reply.type(`${type}; charset=utf-8`).header("vary", "accept-encoding");
  const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  return takesGzip ? reply.header("content-encoding", "gzip").send(await compress(bytes)) : reply.send(bytes);
}

function pageAt(path: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ticketing service: the v2 interface</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path}/swagger-ui.css">
<link rel="stylesheet" href="${path}/docs.css">
</head>
<body>
<main id="docs" data-description="${path}/openapi.json"><p class="loading">Loading the description of the interface …</p></main>
<noscript><p class="loading">This page needs JavaScript. The description itself is <a href="${path}/openapi.json">openapi.json</a>.</p></noscript>
<script src="${path}/swagger-ui-bundle.js"></script>
<script src="${path}/docs.js"></script>
</body>
</html>
`;
}
