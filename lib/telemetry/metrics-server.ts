import "server-only";

import { statfs } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { env } from "#lib/env.ts";
import { isDraining } from "#lib/runtime/drain.ts";
import { countRequests } from "./count-requests.ts";
import { listenForMetrics } from "./listener.ts";
import { type GaugeReader, openMetrics } from "./registry.ts";
import { routesOfBuild } from "./routes.ts";

/** Starts to measure, and returns the server that answers Prometheus at this address. Throws when the port is taken. */
export async function startMetrics(host: string, port: number): Promise<Server> {
  const routes = routesOfBuild(join(process.cwd(), ".next"));
  const metrics = openMetrics({ route: routes.patterns }, [readState(env().FOYER_DATA)]);
  const server = await listenForMetrics(metrics, host, port);
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
