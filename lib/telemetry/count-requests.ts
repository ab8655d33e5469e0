import "server-only";

import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, type Server, ServerResponse } from "node:http";
import { count } from "./measure.ts";
import type { LabelsOf } from "./metrics.ts";
import type { Routes } from "./routes.ts";

type Labels = LabelsOf<"foyer_storefront_requests_total">;

/** Counts every answered request of this process, except those of `metricsServer`. */
export function countRequests({ routeOf }: Routes, metricsServer: Server): void {
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
