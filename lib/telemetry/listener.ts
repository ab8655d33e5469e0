import "server-only";

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Metrics } from "./registry.ts";

/** Answers `GET /metrics` on an address of its own, without a credential: it must not be one that the public reaches. */
export async function listenForMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  // It does not keep a process alive that is done with its visitors.
  return server.unref();
}
