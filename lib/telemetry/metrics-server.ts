import "server-only";

import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { statfs } from "node:fs/promises";
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "#lib/env.ts";
import { isDraining } from "#lib/runtime/drain.ts";
import { count, type LabelsOf } from "./metrics.ts";
import { type GaugeReader, type Metrics, openMetrics } from "./registry.ts";
import { type Routes, routesOfBuild } from "./routes.ts";

type Address = { readonly host: string; readonly port: number };

/** Starts to measure, and returns the server that answers Prometheus at this address. Throws when the port is taken. */
export async function startMetrics(address: Address, isSalePossible: () => Promise<boolean>): Promise<Server> {
  const routes = routesOfBuild(join(process.cwd(), ".next"));
  const readers = [readState(env().FOYER_DATA), readReadiness(isSalePossible)];
  const metrics = openMetrics({ route: routes.patterns }, readers);
  const server = await listenForMetrics(metrics, address);
  countRequests(routes, server);
  return server;
}

function readState(folder: string): GaugeReader {
  return async (set) => {
    set("foyer_storefront_draining", isDraining() ? 1 : 0);
    const found = await statfs(folder).catch(() => undefined);
    set("foyer_storefront_data_free_bytes", found && found.bavail * found.bsize);
  };
}

/** Prometheus waits for ten seconds; a slow service may need longer than that for a read. */
const READY_MS = 5_000;

/** Reads what `/api/ready` answers. Where it needs longer than a scrape may wait, the scrape gets the answer before. */
export function readReadiness(isSalePossible: () => Promise<boolean>, waitMs = READY_MS): GaugeReader {
  let last: number | undefined;
  return async (set) => {
    const asked = isSalePossible()
      .catch(() => false)
      .then((isPossible) => {
        last = isPossible ? 1 : 0;
      });
    await Promise.race([asked, pause(waitMs, undefined, { ref: false })]);
    set("foyer_storefront_sale_possible", last);
  };
}

type Labels = LabelsOf<"foyer_storefront_requests_total">;

/** Counts every answered request of this process, except those of `metricsServer`. */
function countRequests({ routeOf }: Routes, metricsServer: Server): void {
  subscribe("http.server.response.finish", (message) => {
    const { request, response, server } = Object(message);
    if (server === metricsServer) return;
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
    count("foyer_storefront_requests_total", {
      route: routeOf(request.url ?? ""),
      // Another method is counted as `other`.
      method: request.method as Labels["method"],
      status: `${Math.floor(response.statusCode / 100)}xx` as Labels["status"],
    });
  });
}

/** Serves `GET /metrics` at its own address without a credential, so the public must not reach that address. */
async function listenForMetrics(metrics: Metrics, { host, port }: Address): Promise<Server> {
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
  // This server must not keep the process alive once the shop's server has closed.
  return server.unref();
}
