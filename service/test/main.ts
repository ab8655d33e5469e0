import { serveMetrics } from "#src/metrics/serve.ts";
import { openRuntime, startTracingIfAsked } from "#src/open-runtime.ts";
import { jsonLog } from "#src/platform/outside/json-log.ts";
import { serve } from "#src/serve.ts";
import { readSettings } from "#src/settings.ts";
import { startWorker } from "#src/worker.ts";
import { createControlPort, createFaults } from "./control.ts";

// Starts the service like `src/main.ts`, with a control port for end-to-end tests. It never serves real sales.

const settings = readSettings();
const controlPort = Number(process.env.CONTROL_PORT);
if (typeof settings === "string" || !Number.isInteger(controlPort)) {
  console.error(
    `The test service does not start. ${typeof settings === "string" ? settings : "CONTROL_PORT: required"}`,
  );
  process.exit(1);
}
if (process.env.FOYER_ENVIRONMENT === "production") {
  console.error("The test service does not start in production.");
  process.exit(1);
}

const log = jsonLog("service", settings.logLevel);
const stopTracing = await startTracingIfAsked("foyer-service", settings);
const { runtime, pool, close } = await openRuntime(settings, log);
const faults = createFaults();
const control = createControlPort(runtime.db, faults);
await control.listen({ host: "127.0.0.1", port: controlPort });
const api = await serve(runtime, settings, faults.around);
const metrics = await serveMetrics(pool, settings, { service: api, isWorker: true });
const worker = await startWorker(runtime, settings);

const end = () =>
  void Promise.all([api.stop(), worker.stop(), control.close(), metrics?.stop()]).then(close).then(stopTracing);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
log("info", "The program is ready.");
