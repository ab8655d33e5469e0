import { callsOf } from "#src/calls.ts";
import { CODES } from "#src/platform/http/error-rows.ts";
import type { Pool } from "#src/platform/store/db.ts";
import type { Serving } from "#src/serve.ts";
import type { Settings } from "#src/settings.ts";
import { certificateReader, dataReader, poolReader, stateReader } from "./gauges.ts";
import { listenForMetrics, type MetricsListener } from "./listener.ts";
import { openMetrics } from "./registry.ts";

/** What a process does: a service answers calls, a worker does the work in the background. */
type Parts = { readonly service: Pick<Serving, "certificate"> | undefined; readonly isWorker: boolean };

/** Starts to measure and to answer Prometheus, or returns `undefined` without a port. A process that is both has the port of the service. */
export async function serveMetrics(
  pool: Pool,
  settings: Settings,
  { service, isWorker }: Parts,
): Promise<MetricsListener | undefined> {
  const { host, servicePort, workerPort } = settings.metrics;
  const port = service ? servicePort : workerPort;
  if (port === undefined) return undefined;
  const operation = callsOf(settings).map(({ path }) => path);
  const readers = [
    poolReader(pool),
    dataReader(settings.data),
    ...(service ? [certificateReader(service.certificate)] : []),
    ...(isWorker ? [stateReader(pool)] : []),
  ];
  return listenForMetrics(openMetrics({ operation: [...operation, "/openapi"], code: CODES }, readers), host, port);
}
