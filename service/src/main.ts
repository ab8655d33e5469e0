import { serveMetrics } from "./metrics/serve.ts";
import { openRuntime, reasonOf, startTracingIfAsked } from "./open-runtime.ts";
import { jsonLog } from "./platform/outside/json-log.ts";
import { tooFewConnections } from "./platform/store/connection-limit.ts";
import { type Serving, serve } from "./serve.ts";
import { readSettings } from "./settings.ts";
import { startWorker } from "./worker.ts";

/** `api` answers calls, `worker` does the background work; without a parameter one process does both. */
const part = process.argv[2];
const settings =
  part === undefined || part === "api" || part === "worker"
    ? readSettings()
    : `There is no part ${part}: the parts are api and worker.`;

if (typeof settings === "string") {
  console.error(`The service does not start. ${settings}`);
  process.exit(1);
}

const program = part === "worker" ? "worker" : "service";
const log = jsonLog(program, settings.logLevel);
try {
  const stopTracing = await startTracingIfAsked(`foyer-${program}`, settings);
  const { runtime, pool, close } = await openRuntime(settings, log);
  const limit = await tooFewConnections(pool);
  if (limit)
    log("warn", "PostgreSQL has too few connections for a service and a worker: under load calls are refused.", limit);
  const running: { readonly stop: () => Promise<void> }[] = [];
  const service = part === "worker" ? undefined : await serve(runtime, settings);
  if (service) {
    running.push(service);
    process.on("SIGHUP", () => void renewCertificate(service));
  }
  const metrics = await serveMetrics(pool, settings, { service, isWorker: part !== "api" });
  if (part !== "api") running.push(await startWorker(runtime, settings));
  // Calls in flight are answered first, since one may be a payment.
  const end = () =>
    void Promise.all(running.map((one) => one.stop()))
      .then(() => metrics?.stop())
      .then(close)
      .then(stopTracing);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  log("info", "The program is ready.", { part });
} catch (error) {
  log("alarm", "The service does not start.", { reason: reasonOf(error) });
  process.exit(1);
}

async function renewCertificate(serving: Serving): Promise<void> {
  try {
    await serving.renewCertificate();
    log("info", "New connections get the certificate as it is now.");
  } catch (error) {
    log("error", "The certificate cannot be read, so the one before stays.", { reason: reasonOf(error) });
  }
}
